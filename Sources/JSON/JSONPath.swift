/// The path to a value in the notation of scripts: `scenario.steps[2]`.
public struct JSONPath: Hashable, Sendable {
    public enum Part: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    public let parts: [Part]

    public init(_ parts: [Part] = []) { self.parts = parts }

    /// The path in an error of a decoder.
    public init(_ keys: [any CodingKey]) {
        parts = keys.map { key in key.intValue.map { .index($0) } ?? .name(key.stringValue) }
    }

    public func appending(_ part: Part) -> JSONPath { JSONPath(parts + [part]) }
}

extension JSONPath: CustomStringConvertible {
    public var description: String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += text.isEmpty ? name : ".\(name)"
            }
        }
    }
}
