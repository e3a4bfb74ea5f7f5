public import Ground
public import JSON
import OpenSSL

/// The result of a gate that passed, with its figures: Trammel's own predicate.
///
/// It contains the hashes of the gate's document and record. A verified signature therefore vouches for the whole
/// folder, because those two lead to every file in it.
public struct GateClaim: Hashable, Sendable {
    /// The type of statement, unless another one is given. The domain deliberately belongs to no one.
    public static let defaultType = "https://trammel.invalid/gate/v1"
    /// The fields of the gate's document that are repeated word for word.
    static let repeated = ["plan", "firmware", "bench", "scenarios", "quantities", "proves", "doesNotProve"]

    /// `passed`, or `warned` if a person should know about something.
    public let result: String
    /// The hash of the gate's document.
    public let document: ContentHash
    /// The chain of the gate's record before the line that ends it.
    public let record: ContentHash
    /// Fields of the gate's document by name: plan, firmware, bench, figures, and what they prove.
    public let numbers: [String: JSONValue]

    /// Creates the claim for a gate's document; throws if the bytes are not one.
    public init(of document: [UInt8], record: ContentHash, warned: Bool) throws(DocumentError) {
        let value = try JSONValue(json: document)
        guard case .object(let fields) = value else { throw DocumentError("the gate's document is no object") }
        result = warned ? "warned" : "passed"
        self.document = ContentHash.of(document)
        self.record = record
        numbers = fields.filter { Self.repeated.contains($0.key) }
    }

    /// Reads the predicate of a statement.
    public init(_ statement: Statement) throws(DocumentError) {
        guard let predicate = statement.predicate else { throw DocumentError("'predicate' is missing") }
        let field = JSONField(predicate, path: "predicate")
        result = try field.field("result").text()
        document = try field.field("document").hash()
        record = try field.field("record").hash()
        var numbers: [String: JSONValue] = [:]
        for name in Self.repeated { numbers[name] = try field.optional(name)?.value }
        self.numbers = numbers
    }

    /// Returns the differences from the gate's document, as sentences without their final full stops; empty if it is
    /// the document's claim.
    public func differences(from document: [UInt8]) throws(DocumentError) -> [String] {
        var differences: [String] = []
        if ContentHash.of(document) != self.document { differences.append("it is of another document") }
        let value = try JSONValue(json: document)
        for name in Self.repeated where value[name] != numbers[name] && !(value[name] == .null && numbers[name] == nil)
        {
            differences.append("its '\(name)' is not that of the document")
        }
        return differences
    }

    public var value: JSONValue {
        var fields = numbers
        fields["result"] = .text(result)
        fields["document"] = .text(document.hex)
        fields["record"] = .text(record.hex)
        return .object(fields)
    }
}
