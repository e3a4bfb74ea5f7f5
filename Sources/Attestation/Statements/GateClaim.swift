public import Ground

/// What a gate that passed says of a firmware, with its numbers: Trammel's own predicate.
///
/// It is bound to the gate's document and record by their hashes: whoever trusts the signature need trust nothing else
/// in the folder, because both lead to every file of it.
public struct GateClaim: Hashable, Sendable {
    /// The kind of statement, unless the user names another address. The domain belongs to nobody on purpose.
    public static let defaultType = "https://trammel.invalid/gate/v1"
    /// The fields of the gate's document that are repeated word for word.
    static let repeated = ["plan", "firmware", "bench", "scenarios", "quantities", "proves", "doesNotProve"]

    /// `passed`, or with something that a person should know `warned`.
    public let result: String
    /// The hash of the gate's document.
    public let document: ContentHash
    /// The gate's record: its chain before the line that ends it.
    public let record: ContentHash
    /// Fields of the gate's document by name: plan, firmware, bench, numbers, and what they prove.
    public let numbers: [String: JSONValue]

    /// The claim that belongs to a gate's document; throws for what is none.
    public init(of document: [UInt8], record: ContentHash, warned: Bool) throws(AttestationError) {
        let value = try JSONValue(json: document)
        guard case .object(let fields) = value else { throw AttestationError("the gate's document is no object") }
        result = warned ? "warned" : "passed"
        self.document = ContentHash.of(document)
        self.record = record
        numbers = fields.filter { Self.repeated.contains($0.key) }
    }

    /// Reads the predicate of a statement.
    public init(_ statement: Statement) throws(AttestationError) {
        guard let predicate = statement.predicate else { throw AttestationError("'predicate' is missing") }
        let field = JSONField(predicate, path: "predicate")
        result = try field.field("result").text()
        document = try field.field("document").hash()
        record = try field.field("record").hash()
        var numbers: [String: JSONValue] = [:]
        for name in Self.repeated { numbers[name] = try field.optional(name)?.value }
        self.numbers = numbers
    }

    /// What differs from the gate's document, as sentences without full stops; nothing where it is its claim.
    public func differences(from document: [UInt8]) throws(AttestationError) -> [String] {
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
