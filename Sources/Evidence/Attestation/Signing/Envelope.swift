public import Ground
import JSON

/// A signed document: DSSE 1.0.2 (secure-systems-lab/dsse protocol.md and envelope.md; gate.md, 5.2).
public struct Envelope: Hashable, Sendable {
    /// The payload type of every in-toto statement.
    public static let statementType = "application/vnd.in-toto+json"
    /// The maximum number of signatures that are checked.
    public static let mostSignatures = 64

    public struct Signature: Hashable, Sendable {
        /// A hint about the key, on which nothing depends.
        public let keyID: String?
        public let bytes: [UInt8]

        public init(keyID: String?, bytes: [UInt8]) { (self.keyID, self.bytes) = (keyID, bytes) }
    }

    public let payloadType: String
    private let payload: [UInt8]
    public let signatures: [Signature]

    /// Signs a document.
    public init(signing payload: [UInt8], of type: String, with key: SigningKey) throws(DocumentError) {
        payloadType = type
        self.payload = payload
        let signature = try key.signature(of: Self.preAuthenticationEncoding(type, payload))
        signatures = [Signature(keyID: key.publicKey.id, bytes: signature)]
    }

    /// Reads an envelope; unknown fields are ignored, as the format requires.
    public init(json: [UInt8]) throws(DocumentError) {
        let document = try JSONField(json: json)
        payloadType = try document.field("payloadType").text()
        payload = try Self.bytes(document.field("payload"))
        let items = try document.field("signatures").list()
        guard !items.isEmpty else { throw DocumentError("the envelope has no signature") }
        guard items.count <= Self.mostSignatures else { throw DocumentError("the envelope has too many signatures") }
        var signatures: [Signature] = []
        for item in items {
            signatures.append(
                Signature(
                    keyID: try item.optional("keyid")?.text(), bytes: try Self.bytes(try item.field("sig"))))
        }
        self.signatures = signatures
    }

    private static func bytes(_ field: JSONField) throws(DocumentError) -> [UInt8] {
        let text = try field.text()
        do throws(DocumentError) { return try Base64.bytes(of: text) } catch {
            throw DocumentError("'\(field.path)' is no base64: \(error)")
        }
    }

    /// The envelope as a file: one line.
    public var json: [UInt8] {
        let signatures = signatures.map { signature in
            JSONValue.fields([
                "keyid": signature.keyID.map { .text($0) }, "sig": .text(Base64.text(of: signature.bytes)),
            ])
        }
        return JSONValue.fields([
            "payload": .text(Base64.text(of: payload)), "payloadType": .text(payloadType),
            "signatures": .list(signatures),
        ]).bytes + [0x0A]
    }

    /// Returns exactly the bytes that one of these keys signed; throws if none of them did.
    public func payload(verifiedBy keys: [VerifyingKey]) throws(DocumentError) -> [UInt8] {
        let message = Self.preAuthenticationEncoding(payloadType, payload)
        for key in keys where signatures.contains(where: { key.accepts($0.bytes, of: message) }) { return payload }
        let signers = signatures.map { $0.keyID.map { "'\($0.shown(64))'" } ?? "a key without an id" }
        throw DocumentError(
            "no signature is of \(keys.map(\.id).joined(separator: " or ")): the envelope says "
                + signers.joined(separator: ", "))
    }

    /// The payload without any check of its signatures: it can be displayed, but not trusted.
    public var uncheckedPayload: [UInt8] { payload }

    /// Returns the bytes that are signed: the type and the document, each preceded by its length in bytes.
    static func preAuthenticationEncoding(_ type: String, _ body: [UInt8]) -> [UInt8] {
        Array("DSSEv1 \(type.utf8.count) \(type) \(body.count) ".utf8) + body
    }
}
