import Simulators

/// Defects from the command line.
enum DefectArguments {
    /// The defects with these names, each once; an unknown one is a usage error.
    static func chosen(_ names: [String]) throws -> [Defect] {
        try NamedValues.chosen(names, kind: "defect", listedBy: "zoo --list")
    }
}
