import FoundationEssentials
import Ground

/// The one way in which the program writes and reads JSON documents.
///
/// Keys are sorted, so the same value always gives the same bytes, and characters that would move a terminal's cursor
/// or reverse a line are escaped. The values written are this project's own and contain only what JSON can hold.
public enum JSON {
    /// Returns a value on one line, without a line feed.
    public static func line(_ value: some Encodable) -> [UInt8] {
        (try? LineWriter.line(of: value))?.escapedAsJSON ?? reference(value)
    }

    /// Returns a value as an indented document with a final line feed.
    public static func document(_ value: some Encodable) -> [UInt8] {
        encoded(value, [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]) + [0x0A]
    }

    /// Reads a value. Throws the decoder's errors.
    public static func value<Value: Decodable>(
        _ type: Value.Type = Value.self, from bytes: some Collection<UInt8>
    ) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(bytes))
    }

    /// Returns the bytes that `line` must equal.
    static func reference(_ value: some Encodable) -> [UInt8] {
        encoded(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func encoded(_ value: some Encodable, _ format: JSONEncoder.OutputFormatting) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = format
        do {
            return Array(try encoder.encode(value)).escapedAsJSON
        } catch {
            preconditionFailure("\(type(of: value)) cannot be written as JSON: \(error)")
        }
    }
}
