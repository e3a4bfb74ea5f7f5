public import Ground
public import JSON

/// A claim about some files: an in-toto Statement v1 (in-toto/attestation spec/v1; gate.md, 5.1).
///
/// Unknown fields are ignored, as the format requires. Only what passed gets a statement; without one, nothing passed.
public struct Statement: Hashable, Sendable {
    public static let type = "https://in-toto.io/Statement/v1"

    /// The files; each has a digest, and names and addresses are unique.
    public let subject: [ResourceDescriptor]
    /// The type of statement, as an address.
    public let predicateType: String
    /// The content; its form depends on the type.
    public let predicate: JSONValue?

    public init(
        of subject: [ResourceDescriptor], _ predicateType: String, _ predicate: JSONValue?
    ) throws(DocumentError) {
        self.subject = subject
        self.predicateType = predicateType
        self.predicate = predicate
        try check()
    }

    /// Reads exactly these bytes; those of a signed statement come from `Envelope.payload(verifiedBy:)`.
    public init(json: [UInt8]) throws(DocumentError) {
        let document = try JSONField(json: json)
        let type = try document.field("_type")
        guard try type.text() == Self.type else { throw type.mistake("is not \(Self.type)") }
        var subject: [ResourceDescriptor] = []
        for item in try document.field("subject").list() {
            subject.append(try ResourceDescriptor(item, needsDigest: true))
        }
        self.subject = subject
        predicateType = try document.field("predicateType").text()
        predicate = try document.optional("predicate")?.value
        if let predicate, case .object = predicate {
        } else if predicate != nil {
            throw DocumentError("'predicate' is no object")
        }
        try check()
    }

    private func check() throws(DocumentError) {
        guard !subject.isEmpty else { throw DocumentError("the statement is of nothing") }
        guard predicateType.contains(":") else { throw DocumentError("'predicateType' is no address") }
        var (names, addresses) = (Set<String>(), Set<String>())
        for item in subject {
            guard !item.digest.isEmpty else { throw DocumentError("a subject has no digest") }
            if let name = item.name, !names.insert(name).inserted {
                throw DocumentError("the subject '\(name.shown())' is there twice")
            }
            if let uri = item.uri, !addresses.insert(uri).inserted {
                throw DocumentError("the subject '\(uri.shown())' is there twice")
            }
        }
    }

    /// The bytes to sign: sorted keys, no spaces, no line end.
    public var json: [UInt8] {
        JSONValue.fields([
            "_type": .text(Self.type), "subject": .list(subject.map(\.value)), "predicateType": .text(predicateType),
            "predicate": predicate,
        ]).bytes
    }
}
