import Ground
import Testing

@Suite struct FNV1aTests {
    /// Known answers of the 64-bit FNV-1a algorithm, as its authors publish them.
    @Test(
        "the hash gives the published answers",
        arguments: [
            ("", UInt64(0xCBF2_9CE4_8422_2325)), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
        ])
    func knownAnswers(text: String, value: UInt64) { #expect(FNV1a(text.utf8).value == value) }

    @Test("pieces give what the whole gives")
    func pieces() {
        var hash = FNV1a()
        hash.add("foo".utf8)
        hash.add("bar".utf8)
        #expect(hash == FNV1a("foobar".utf8))
    }
}
