/// Any JSON value, for inspecting a file whether or not its meaning is known.
public enum JSONTree: Equatable, Sendable {
    case object([String: JSONTree])
    case array([JSONTree])
    case string(String)
    case number(Double)
    case boolean(Bool)
    case null

    /// The path to a value in the notation of scripts: `scenario.steps[2]`.
    public static func path(_ keys: [any CodingKey]) -> String {
        keys.reduce("") { path, key in
            if let index = key.intValue { return path + "[\(index)]" }
            return path.isEmpty ? key.stringValue : path + "." + key.stringValue
        }
    }

    /// The value at a path; nil if there is none.
    public func value(at path: [any CodingKey]) -> JSONTree? {
        var value = self
        for key in path {
            if let index = key.intValue, case .array(let items) = value, items.indices.contains(index) {
                value = items[index]
            } else if case .object(let fields) = value, let field = fields[key.stringValue] {
                value = field
            } else {
                return nil
            }
        }
        return value
    }

    /// The path to the first key, in alphabetical order, that the other tree does not have; nulls do not count.
    public func firstKey(missingIn other: JSONTree, at path: [any CodingKey] = []) -> String? {
        switch (self, other) {
        case (.object(let mine), .object(let theirs)):
            for name in mine.keys.sorted() {
                guard let value = mine[name], value != .null else { continue }
                let inner = path + [Key(stringValue: name)]
                guard let counterpart = theirs[name] else { return Self.path(inner) }
                if let found = value.firstKey(missingIn: counterpart, at: inner) { return found }
            }
            return nil
        case (.array(let mine), .array(let theirs)):
            for (index, pair) in zip(mine, theirs).enumerated() {
                let inner = path + [Key(intValue: index)]
                if let found = pair.0.firstKey(missingIn: pair.1, at: inner) { return found }
            }
            return nil
        case (.string, _), (.number, _), (.boolean, _), (.null, _), (.object, _), (.array, _):
            return nil
        }
    }
}

extension JSONTree: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) {
            self.stringValue = stringValue
            self.intValue = nil
        }

        init(intValue: Int) {
            self.stringValue = "\(intValue)"
            self.intValue = intValue
        }
    }

    /// The most common type first, because each failed attempt costs more than the decoding itself.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: Key.self) {
            var fields: [String: JSONTree] = [:]
            for key in container.allKeys { fields[key.stringValue] = try container.decode(JSONTree.self, forKey: key) }
            self = .object(fields)
            return
        }
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let text = try? value.decode(String.self) {
            self = .string(text)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let boolean = try? value.decode(Bool.self) {
            self = .boolean(boolean)
        } else if var container = try? decoder.unkeyedContainer() {
            var items: [JSONTree] = []
            while !container.isAtEnd { items.append(try container.decode(JSONTree.self)) }
            self = .array(items)
        } else {
            self = .string(try value.decode(String.self))
        }
    }
}

extension JSONTree: CustomStringConvertible {
    public var description: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .string(let text): "\"\(text.escapedForDisplay)\""
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .boolean(let value): "\(value)"
        case .null: "null"
        }
    }
}
