import Ground
import OpenSSL
import TestSupport
import Testing

/// SHA-256 and its authentication code.
@Suite struct SHA256Tests {
    /// FIPS 180-4's examples, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func knownAnswers(text: String, hex: String) {
        let bytes = Array(text.utf8)
        #expect(ContentHash.of(bytes[...]).hex == hex)
        var stream = SHA256()
        for start in stride(from: 0, to: bytes.count, by: 999) {
            stream.update(bytes[start..<min(start + 999, bytes.count)])
        }
        #expect(stream.value.hex == hex)
    }

    @Test func aCopyContinuesIndependently() {
        let bytes = [UInt8](0..<200)
        for place in 0...bytes.count {
            var first = SHA256()
            first.update(bytes[..<place])
            var second = first
            second.update(bytes[place...])
            #expect(first.value == ContentHash.of(bytes[..<place]) && second.value == ContentHash.of(bytes[...]))
            // The value does not end the computation.
            first.update(bytes[place...])
            #expect(first.value == second.value)
        }
    }

    @Test func manyThreadsHashAtOnce() async {
        let bytes = [UInt8](repeating: 0x61, count: 3)
        var common = SHA256()
        common.update(bytes[...])
        let (shared, wanted) = (common, ContentHash.of([0x61, 0x61, 0x61, 1]))
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    (0..<500).allSatisfy { _ in
                        var own = shared
                        own.update([1])
                        return own.value == wanted && ContentHash.of([0x61, 0x61, 0x61, 1]) == wanted
                    }
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }

    /// RFC 4231 section 4, test cases 1, 2, 6 and an empty key.
    @Test(
        arguments: [
            (
                [UInt8](repeating: 0x0B, count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xAA, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
            ([], "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
        ] as [([UInt8], String, String)])
    func authenticationCodes(key: [UInt8], text: String, hex: String) {
        #expect(SHA256.authenticationCode(of: Array(text.utf8), key: key).hex == hex)
    }
}
