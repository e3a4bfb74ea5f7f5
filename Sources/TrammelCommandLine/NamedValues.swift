import ArgumentParser
import Catalogues
import Evidence

/// Values that a command's options name.
enum NamedValues {
    /// The values with these names, each once; an unknown name is a usage error that shows `words`, which list them.
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
