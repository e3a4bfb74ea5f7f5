import ArgumentParser
import Evidence
import Runs

/// Values named by a command's options.
enum NamedValues {
    /// Returns the values with these names without duplicates; an unknown name is a usage error that mentions `words`,
    /// the command that lists them.
    static func chosen<Value: RawRepresentable & CaseIterable & Equatable>(
        _ names: [String], kind: String, listedBy words: String
    ) throws -> [Value] where Value.RawValue == String {
        var values: [Value] = []
        for name in names {
            guard let value = Value(rawValue: name) else {
                let unknown = UnknownName(
                    kind: kind, name: name, known: Value.allCases.map(\.rawValue),
                    listedBy: "\(Program.command) \(words)")
                throw ValidationError("\(unknown)")
            }
            if !values.contains(value) { values.append(value) }
        }
        return values
    }
}
