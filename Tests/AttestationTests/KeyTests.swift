import Ground
import TestSupport
import Testing

@testable import Evidence

/// Key files. The PEM blocks were made by OpenSSL from the key of RFC 8032 test 1.
@Suite struct KeyTests {
    private static let privatePEM = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g
        -----END PRIVATE KEY-----

        """
    private static let publicPEM = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----

        """

    @Test("32 bytes and PEM are the same private key")
    func privateKeys() throws {
        let crlf = Self.privatePEM.replacing("\n", with: "\r\n")
        for content in [EnvelopeTests.seed, Array(Self.privatePEM.utf8), Array(crlf.utf8)] {
            #expect(try SigningKey(content).publicKey.bytes == EnvelopeTests.publicBytes)
        }
    }

    @Test("a private key with its public half is taken where both belong together")
    func versionTwo() throws {
        func pem(_ publicHalf: [UInt8]) -> [UInt8] {
            let head = bytes("3051020101300506032b657004220420")
            return Array(PEM(.privateKey, head + EnvelopeTests.seed + bytes("812100") + publicHalf).text.utf8)
        }
        #expect(try SigningKey(pem(EnvelopeTests.publicBytes)).publicKey.bytes == EnvelopeTests.publicBytes)
        #expect(throws: DocumentError.self) { try SigningKey(pem([UInt8](repeating: 1, count: 32))) }
        #expect(throws: DocumentError.self) { try SigningKey(pem([])) }
    }

    @Test("32 bytes and PEM are the same public key, and it is written as OpenSSL writes it")
    func publicKeys() throws {
        for content in [EnvelopeTests.publicBytes, Array(Self.publicPEM.utf8)] {
            let key = try VerifyingKey(content)
            #expect(key.bytes == EnvelopeTests.publicBytes && key.pem == Self.publicPEM)
        }
    }

    @Test("the wrong half, an encrypted key, another kind of key and other text are refused")
    func refused() throws {
        for text in [
            Self.publicPEM, Self.privatePEM.replacing("PRIVATE", with: "ENCRYPTED PRIVATE"),
            Self.privatePEM.replacing("MC4C", with: "MC4D"), "", "x", Self.privatePEM + Self.privatePEM,
            Self.privatePEM.replacing("9g\n", with: "9\n"),
            Self.privatePEM.replacing("-----END PRIVATE KEY-----", with: ""),
            "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", "-----BEGIN -----\n-----END -----\n",
        ] { #expect(throws: DocumentError.self, "\(text)") { try SigningKey(Array(text.utf8)) } }
        for text in [Self.privatePEM, "", Self.publicPEM.replacing("MCow", with: "MCox")] {
            #expect(throws: DocumentError.self, "\(text)") { try VerifyingKey(Array(text.utf8)) }
        }
        for count in 0...100 where count != 32 {
            #expect(throws: DocumentError.self) { try SigningKey([UInt8](repeating: 1, count: count)) }
            #expect(throws: DocumentError.self) { try VerifyingKey([UInt8](repeating: 1, count: count)) }
        }
    }

    @Test("a key file cut anywhere is refused, and hostile ones never crash")
    func hostile() {
        let whole = Array(Self.privatePEM.utf8)
        for count in 0..<whole.count - 1 where count != 32 {
            #expect(throws: DocumentError.self) { try SigningKey(Array(whole[..<count])) }
        }
        var mutator = Mutator(seeds: [whole, Array(Self.publicPEM.utf8)])
        for _ in 0..<3_000 {
            let input = mutator.next()
            _ = try? SigningKey(input)
            _ = try? VerifyingKey(input)
        }
    }
}
