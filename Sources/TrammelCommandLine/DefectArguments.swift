import Simulators

/// Defects given on the command line.
enum DefectArguments {
    /// Returns the defects with these names without duplicates; an unknown one is a usage error.
    static func chosen(_ names: [String]) throws -> [Defect] {
        try NamedValues.chosen(names, kind: "defect", listedBy: "zoo --list")
    }
}
