public import Ground

/// A JSON value, with exactly one encoding in bytes.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// A number as it is written, so that nothing is rounded.
    case number(String)
    case text(String)
    case list([JSONValue])
    /// The fields by name; names are unique.
    case object([String: JSONValue])

    public static func number(_ value: some BinaryInteger) -> JSONValue { .number("\(value)") }

    /// Returns a finite number in the shortest form that reads back the same. JSON has no form for other numbers; they
    /// become null.
    public static func number(_ value: Double) -> JSONValue { value.isFinite ? .number("\(value)") : .null }

    /// Returns an object of the fields that have a value.
    public static func fields(_ fields: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object: [String: JSONValue] = [:]
        for (name, value) in fields where value != nil { object[name] = value }
        return .object(object)
    }

    /// The field of an object; nil if it has no such field, or if this is not an object.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let fields) = self else { return nil }
        return fields[name]
    }

    /// The value with sorted keys, no spaces and no line end: the same bytes for the same value.
    ///
    /// Characters in texts that would move a cursor or reverse a line are escaped.
    public var bytes: [UInt8] {
        var output: [UInt8] = []
        write(to: &output)
        return output
    }

    private func write(to output: inout [UInt8]) {
        switch self {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let text): output += text.utf8
        case .text(let text): Self.write(text, to: &output)
        case .list(let items):
            output.append(UInt8(ascii: "["))
            for (place, item) in items.enumerated() {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                item.write(to: &output)
            }
            output.append(UInt8(ascii: "]"))
        case .object(let fields):
            output.append(UInt8(ascii: "{"))
            let sorted = fields.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
            for (place, field) in sorted.enumerated() {
                if place > 0 { output.append(UInt8(ascii: ",")) }
                Self.write(field.key, to: &output)
                output.append(UInt8(ascii: ":"))
                field.value.write(to: &output)
            }
            output.append(UInt8(ascii: "}"))
        }
    }

    private static func write(_ text: String, to output: inout [UInt8]) {
        output.append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                output.append(UInt8(ascii: "\\"))
                output += String(scalar).utf8
            case " "..."~": output += String(scalar).utf8
            default: output += (scalar.isSafeToShow ? String(scalar) : scalar.jsonEscape).utf8
            }
        }
        output.append(UInt8(ascii: "\""))
    }
}

extension JSONValue {
    /// Reads a document; an error names its byte. A repeated name is an error.
    public init(json: [UInt8]) throws(DocumentError) {
        try self.init(try Self.places(in: json))
    }

    /// Returns the offset of a document's first name that is not in byte order; nil if all names are sorted.
    public static func firstUnsortedName(in json: [UInt8]) throws(DocumentError) -> Int? {
        try places(in: json).firstUnsortedName
    }

    private static func places(in json: [UInt8]) throws(DocumentError) -> JSONNode {
        do throws(JSONProblem) { return try JSONNode(json) } catch {
            throw DocumentError(error.meaning, offset: error.offset)
        }
    }

    /// Creates the value of a node. Throws at a repeated name, of which a decoder would silently take one.
    public init(_ node: JSONNode) throws(DocumentError) {
        switch node.value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = .number(text)
        case .string(let text): self = .text(text)
        case .array(let elements):
            self = .list(try elements.map { element throws(DocumentError) in try JSONValue(element) })
        case .object(let members):
            var fields: [String: JSONValue] = [:]
            for member in members {
                guard fields.updateValue(try JSONValue(member.node), forKey: member.name) == nil else {
                    throw DocumentError("the name '\(member.name.shown())' is there twice", offset: member.nameOffset)
                }
            }
            self = .object(fields)
        }
    }

    /// Returns the value at a path; nil if there is none.
    public func value(at path: JSONPath) -> JSONValue? {
        var value = self
        for part in path.parts {
            switch (part, value) {
            case (.name(let name), .object(let fields)):
                guard let field = fields[name] else { return nil }
                value = field
            case (.index(let index), .list(let items)) where items.indices.contains(index): value = items[index]
            default: return nil
            }
        }
        return value
    }

    /// Returns the path to the first key, in alphabetical order, that the other value does not have.
    ///
    /// Nulls do not count.
    public func firstKey(missingIn other: JSONValue, at path: JSONPath = JSONPath()) -> JSONPath? {
        switch (self, other) {
        case (.object(let mine), .object(let theirs)):
            for (name, value) in mine.sorted(by: { $0.key < $1.key }) where value != .null {
                let inner = path.appending(.name(name))
                guard let counterpart = theirs[name] else { return inner }
                if let found = value.firstKey(missingIn: counterpart, at: inner) { return found }
            }
            return nil
        case (.list(let mine), .list(let theirs)):
            for (index, pair) in zip(mine, theirs).enumerated() {
                if let found = pair.0.firstKey(missingIn: pair.1, at: path.appending(.index(index))) { return found }
            }
            return nil
        case (.text, _), (.number, _), (.bool, _), (.null, _), (.object, _), (.list, _): return nil
        }
    }
}

extension JSONValue {
    /// Returns the path to the value that equals another; nil unless there is exactly one.
    func onlyPath(to other: JSONValue) -> JSONPath? {
        var paths: [JSONPath] = []
        func search(_ value: JSONValue, _ path: JSONPath) {
            if value == other { paths.append(path) }
            switch value {
            case .object(let fields): for (name, value) in fields { search(value, path.appending(.name(name))) }
            case .list(let items):
                for (index, value) in items.enumerated() { search(value, path.appending(.index(index))) }
            case .null, .bool, .number, .text: break
            }
        }
        search(self, JSONPath())
        return paths.count == 1 ? paths[0] : nil
    }
}

extension JSONValue: CustomStringConvertible {
    public var description: String {
        switch self {
        case .object: "an object"
        case .list: "a list"
        case .text(let text): "\"\(text.escapedForDisplay)\""
        case .number(let text): text
        case .bool(let value): "\(value)"
        case .null: "null"
        }
    }
}
