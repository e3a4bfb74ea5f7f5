import ArgumentParser
import Catalogues
import Evidence
import Simulators

/// Defects from the command line.
enum DefectArguments {
    /// The defects with these names, each once; an unknown one is a usage error.
    static func chosen(_ names: [String]) throws -> [Defect] {
        var defects: [Defect] = []
        for name in names {
            guard let defect = Defect(rawValue: name) else {
                let unknown = UnknownName(
                    kind: "defect", name: name, known: Defect.allCases.map(\.rawValue),
                    listedBy: "\(Program.command) zoo --list")
                throw ValidationError("\(unknown)")
            }
            if !defects.contains(defect) { defects.append(defect) }
        }
        return defects
    }
}
