import Foundation
import Ground
import TestSupport
import Testing

/// Base64, checked against RFC 4648 section 10 and Foundation.
@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func knownAnswers(content: String, text: String) throws {
        #expect(Base64.encoded(content.utf8) == Array(text.utf8))
        #expect(try Base64.decoded(text.utf8) == Array(content.utf8))
    }

    @Test func foundationReadsAndWritesTheSame() throws {
        var mutator = Mutator(seeds: [[UInt8](0...255)])
        for _ in 0..<2_000 {
            let content = mutator.next()
            let text = Base64.encoded(content)
            #expect(String(decoding: text, as: UTF8.self) == Data(content).base64EncodedString())
            #expect(try Base64.decoded(text) == content)
        }
    }

    @Test(arguments: [
        ("Z", 1), ("Zg=", 3), ("Zg===", 2), ("Zm9v=", 5), ("Zg==Zg==", 2), ("Zm 9", 2), ("-_-_", 0), ("=", 1),
        ("====", 0), ("Zm9vé=", 7), ("Zm9véAA", 4), ("A===", 1),
    ])
    func anErrorNamesItsPlace(text: String, place: Int) {
        let error = #expect(throws: Malformed.self) { try Base64.decoded(text.utf8) }
        #expect(error?.offset == place, "\(text)")
    }
}
