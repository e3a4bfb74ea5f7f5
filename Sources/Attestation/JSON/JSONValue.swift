import Ground

/// A JSON value for signed documents, with exactly one encoding in bytes.
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
