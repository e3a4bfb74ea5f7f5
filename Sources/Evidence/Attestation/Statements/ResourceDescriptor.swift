public import Ground
public import JSON

/// A file or other subject of a statement (in-toto attestation v1, resource_descriptor.md; gate.md, 5.1).
public struct ResourceDescriptor: Hashable, Sendable {
    public let name: String?
    public let uri: String?
    /// The hashes by algorithm, each as lowercase digits.
    public let digest: [String: String]
    /// Additional information; nil if there is none.
    public let annotations: JSONValue?

    public init(
        name: String?, uri: String? = nil, digest: [String: String], annotations: [String: JSONValue] = [:]
    ) {
        self.name = name
        self.uri = uri
        self.digest = digest
        self.annotations = annotations.isEmpty ? nil : .object(annotations)
    }

    public init(_ name: String, _ hash: ContentHash, annotations: [String: JSONValue] = [:]) {
        self.init(name: name, digest: ["sha256": hash.hex], annotations: annotations)
    }

    /// The SHA-256 hash; nil if there is none.
    public var sha256: ContentHash? { digest["sha256"].flatMap { ContentHash(hex: $0) } }

    init(_ field: JSONField, needsDigest: Bool) throws(DocumentError) {
        name = try field.optional("name")?.text()
        uri = try field.optional("uri")?.text()
        annotations = try field.optional("annotations")?.value
        var digest: [String: String] = [:]
        for (algorithm, value) in try field.optional("digest")?.fields() ?? [] {
            let text = try value.text()
            let isHex = text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
            guard isHex, !text.isEmpty else { throw value.mistake("is not in lower-case digits") }
            if algorithm == "sha256" { _ = try value.hash() }
            digest[algorithm] = text
        }
        self.digest = digest
        guard !digest.isEmpty || (!needsDigest && uri != nil) else {
            throw field.mistake(needsDigest ? "has no digest" : "has neither a digest nor a uri")
        }
    }

    var value: JSONValue {
        .fields([
            "name": name.map { .text($0) }, "uri": uri.map { .text($0) },
            "digest": digest.isEmpty ? nil : .object(digest.mapValues { .text($0) }), "annotations": annotations,
        ])
    }
}
