import Ground
import OpenSSL
import TestSupport
import Testing

@testable import Evidence

/// Signed documents, checked against the vectors of gate.md, section 5.2.
@Suite struct EnvelopeTests {
    static let seed = bytes("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
    static let publicBytes = bytes("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
    static let key: SigningKey = {
        guard let key = try? SigningKey(seed: seed) else { preconditionFailure("the vector's key is one") }
        return key
    }()

    @Test(
        "the signed bytes begin with the type and the length",
        arguments: [
            (
                "http://example.com/HelloWorld", Array("hello world".utf8),
                "217751fac2c4f14edb2c9297fbc34abcb016ba88e74757e875ec4ac16fb6b6a1"
            ),
            ("", [], "956e625084667c50b492ede8cbd6475245288079498c3ef6d433f3abd913f636"),
            (
                "application/vnd.in-toto+json", Array("{}".utf8),
                "4842cb1ba6fed6e460d8a0d56f6b64ccf1f1e11f7714a7f282080d5780251b63"
            ),
            ("é", [0x00, 0x0A, 0xFF], "17711622c4b0cc63608d0e2e031cb5f43226077bd57da9407ee09008326a7e0f"),
            ("a b", Array("DSSEv1 0  0 ".utf8), "f7d322cc63d60faa67caeb3fa6973d334b4aabc9592387f32cd159ed572a1c7d"),
        ] as [(String, [UInt8], String)])
    func encoding(type: String, body: [UInt8], hash: String) {
        let encoded = Envelope.preAuthenticationEncoding(type, body)
        #expect(ContentHash.of(encoded).hex == hash)
    }

    @Test("the specification's own encoding, byte for byte")
    func specification() {
        let encoded = Envelope.preAuthenticationEncoding("http://example.com/HelloWorld", Array("hello world".utf8))
        let text = "DSSEv1 29 http://example.com/HelloWorld 11 hello world"
        #expect(String(decoding: encoded, as: UTF8.self) == text && encoded.count == 54)
        #expect(
            Envelope.preAuthenticationEncoding("é", [0x00, 0x0A, 0xFF])
                == bytes("44 53 53 45 76 31 20 32 20 C3 A9 20 33 20 00 0A FF"))
    }

    @Test("the key of RFC 8032 test 1 signs the empty message as the RFC says")
    func rfc8032() throws {
        let signature = bytes(
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        )
        #expect(Self.key.publicKey.bytes == Self.publicBytes)
        #expect(Self.key.publicKey.id == "21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9")
        #expect(Self.key.publicKey.accepts(signature, of: []))
        #expect(!Self.key.publicKey.accepts(signature, of: [0]))
        #expect(try Self.key.publicKey.accepts(Self.key.signature(of: []), of: []))
        var other = signature
        other[0] ^= 1
        #expect(!Self.key.publicKey.accepts(other, of: []) && !Self.key.publicKey.accepts([], of: []))
    }

    @Test("the fact sheet's signatures verify with its key")
    func signatures() throws {
        let hello = Envelope.preAuthenticationEncoding("http://example.com/HelloWorld", Array("hello world".utf8))
        let signature = try Base64.bytes(
            of: "4DHX3Zn4qpBKvEj7maE8O9u9bjXEnPLLnyXVUJ2PXJR8DSLcL3QDpFvfJOj3pB/SPHsl6Jg4boxsMb6KvuYABw==")
        #expect(Self.key.publicKey.accepts(signature, of: hello))
        let statement = Envelope.preAuthenticationEncoding(Envelope.statementType, StatementTests.vector)
        #expect(statement.count == 491)
        #expect(ContentHash.of(statement).hex == "ee8d6e78e0cfbc4a7ba485acc06ec2bf02d97a30e642fd8b67b5a36fe1fc6d7b")
        let other = try Base64.bytes(
            of: "fy4RSo15W4R/DmCfUp3bK3Vij5JuxsEJYyWt7l4e+LP8CzcSfwyne1cb4On6R8ZFKJtZkJlArLHbqS4v2RePDw==")
        #expect(Self.key.publicKey.accepts(other, of: statement))
    }

    @Test("a signed document reads back, and its payload is returned only with the signing key")
    func roundTrip() throws {
        let envelope = try Envelope(signing: StatementTests.vector, of: Envelope.statementType, with: Self.key)
        let read = try Envelope(json: envelope.json)
        #expect(read == envelope && read.signatures.map(\.keyID) == [Self.key.publicKey.id])
        #expect(try read.payload(verifiedBy: [Self.key.publicKey]) == StatementTests.vector)
        let stranger = try SigningKey(seed: [UInt8](repeating: 7, count: 32)).publicKey
        #expect(throws: DocumentError.self) { try read.payload(verifiedBy: [stranger]) }
        #expect(throws: DocumentError.self) { try read.payload(verifiedBy: []) }
        #expect(try read.payload(verifiedBy: [stranger, Self.key.publicKey]) == StatementTests.vector)
    }

    @Test("base64url, unknown fields, a missing key id and additional signatures are accepted")
    func spellings() throws {
        let body = [UInt8](0...255)
        let envelope = try Envelope(signing: body, of: "t", with: Self.key)
        let text = String(decoding: envelope.json, as: UTF8.self)
        let urls = text.replacing("+", with: "-").replacing("/", with: "_")
        #expect(urls != text)
        let bare = urls.replacing("==\"", with: "\"").replacing("\"keyid\":\"\(Self.key.publicKey.id)\",", with: "")
        let more = bare.replacing("{\"payload\"", with: "{\"later\":[1,{}],\"payload\"")
            .replacing("\"signatures\":[", with: "\"signatures\":[{\"sig\":\"AAAA\",\"x\":null},")
        for spelling in [text, urls, bare, more] {
            let read = try Envelope(json: Array(spelling.utf8))
            #expect(try read.payload(verifiedBy: [Self.key.publicKey]) == body, "\(spelling)")
        }
    }

    @Test(
        "a malformed envelope is refused",
        arguments: [
            "", "{}", "[]", #"{"payload":"","payloadType":"t","signatures":[]}"#,
            #"{"payload":"A","payloadType":"t","signatures":[{"sig":""}]}"#,
            #"{"payload":"","payloadType":1,"signatures":[{"sig":""}]}"#,
            #"{"payload":"","payloadType":"t","signatures":[{}]}"#,
            #"{"payload":"","payloadType":"t","signatures":{}}"#,
            #"{"payload":"","payload":"AA==","payloadType":"t","signatures":[{"sig":""}]}"#,
        ])
    func refused(text: String) {
        #expect(throws: DocumentError.self) { try Envelope(json: Array(text.utf8)) }
    }

    @Test("a changed envelope never yields a document other than the signed one")
    func mutations() throws {
        let good = try Envelope(signing: StatementTests.vector, of: Envelope.statementType, with: Self.key)
        var mutator = Mutator(seeds: [good.json])
        for _ in 0..<3_000 {
            let input = mutator.next(limit: 4_000)
            guard let envelope = try? Envelope(json: input),
                let payload = try? envelope.payload(verifiedBy: [Self.key.publicKey])
            else { continue }
            #expect(payload == StatementTests.vector && envelope.payloadType == Envelope.statementType)
        }
        for count in 0..<good.json.count - 1 {
            #expect(throws: DocumentError.self) { try Envelope(json: Array(good.json[..<count])) }
        }
    }

    @Test("each base64 text decodes in one way, and each content has one base64 text")
    func base64() throws {
        for (text, content) in [("", ""), ("Zg==", "f"), ("Zm8=", "fo"), ("Zm9v", "foo"), ("Zm9vYg==", "foob")] {
            #expect(try Base64.bytes(of: text) == Array(content.utf8) && Base64.text(of: Array(content.utf8)) == text)
        }
        #expect(try Base64.bytes(of: "-_-_") == bytes("fbffbf") && Base64.bytes(of: "+/+/") == bytes("fbffbf"))
        #expect(try Base64.bytes(of: "_w") == [0xFF])
        for text in [
            "Z", "Zg=", "Zg===", "Zh==", "Zm9", "Zm9v=", "+_+_", "Zg==Zg==", "Zm 9", "Zm9v\n", "é", "=", "====",
        ] {
            let isShort = text == "Zm9"
            // Unpadded text is valid only in the URL-safe alphabet, and letters belong to both.
            if isShort { continue }
            #expect(throws: DocumentError.self, "\(text)") { try Base64.bytes(of: text) }
        }
    }
}
