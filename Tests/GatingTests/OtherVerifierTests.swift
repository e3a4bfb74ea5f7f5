import Evidence
import TestSupport
import Testing

@testable import Runs

/// A gate's statements can be verified without Trammel's code: another program's Ed25519 over the bytes that DSSE
/// defines.
@Suite struct OtherVerifierTests {
    /// Builds the signed bytes itself (DSSE, PAE), and compares the statement with the files.
    private static let script = """
        import base64, hashlib, json, sys
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        folder, firmware, seed = sys.argv[1:4]
        key = Ed25519PrivateKey.from_private_bytes(bytes([int(seed)] * 32)).public_key()
        for name, kind in [("test-result", "https://in-toto.io/attestation/test-result/v0.1"), ("gate", None)]:
            envelope = json.load(open(f"{folder}/{name}.intoto.json"))
            payload = base64.b64decode(envelope["payload"], validate=True)
            type = envelope["payloadType"].encode()
            signed = b"DSSEv1 %d %s %d %s" % (len(type), type, len(payload), payload)
            assert envelope["payloadType"] == "application/vnd.in-toto+json", envelope["payloadType"]
            assert len(envelope["signatures"]) == 1
            try:
                key.verify(base64.b64decode(envelope["signatures"][0]["sig"], validate=True), signed)
            except InvalidSignature:
                sys.exit(f"{name}: it is not signed with this key")
            statement = json.loads(payload)
            assert statement["_type"] == "https://in-toto.io/Statement/v1", statement["_type"]
            assert kind is None or statement["predicateType"] == kind, statement["predicateType"]
            digests = [subject["digest"]["sha256"] for subject in statement["subject"]]
            assert digests == [hashlib.sha256(open(firmware, "rb").read()).hexdigest()], digests
            predicate = statement["predicate"]
            if kind:
                assert predicate["result"] == "PASSED" and predicate["failedTests"] == [], predicate
                assert predicate["passedTests"] == ["answersAtOnce"], predicate
                plan = hashlib.sha256(open(f"{folder}/plan.json", "rb").read()).hexdigest()
                assert any(one["digest"]["sha256"] == plan for one in predicate["configuration"]), predicate
        print("signed")
        """

    @Test("both statements verify with the key that signed them, and with no other key and no changed byte")
    func statements() throws {
        let shelf = try Shelf()
        let key = try SigningKey(seed: [UInt8](repeating: 9, count: 32))
        #expect(shelf.play(try shelf.request(key: key)) == 0)
        let firmware = try shelf.firmware("good").path
        func check(_ seed: Int) throws -> String {
            try OtherProgram.python(Self.script, [shelf.scratch("gate"), firmware, "\(seed)"])
        }
        #expect(try check(9) == "signed\n")
        #expect(throws: OtherProgram.Failure.self) { try check(8) }
        let path = shelf.scratch("gate/gate.intoto.json")
        let text = try #require(Scratch.text(of: path))
        try Scratch.write(text.replacing("vnd.in-toto+json", with: "vnd.in-toto+jsom"), to: path)
        #expect(throws: OtherProgram.Failure.self) { try check(9) }
    }
}
