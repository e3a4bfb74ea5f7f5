import Ground
import Testing

@Suite struct SpanTests {
    @Test func arithmeticSaturatesInsteadOfTrapping() {
        #expect(Lapse.nanoseconds(.max) + .seconds(1) == .nanoseconds(.max))
        #expect(Instant.never + .seconds(5) == .never)
        #expect(Lapse.seconds(Int.max) == .nanoseconds(.max))
        #expect(Lapse.seconds(Double.infinity) == .nanoseconds(.max))
        #expect(Lapse.seconds(Double.nan) == .zero)
    }

    @Test func readsWellInEveryUnit() {
        #expect(Lapse.nanoseconds(850).description == "850 ns")
        #expect(Lapse.microseconds(45).description == "45.0 us")
        #expect(Lapse.milliseconds(12).description == "12.0 ms")
        #expect(Lapse.milliseconds(4_200).description == "4.20 s")
        #expect(Instant(nanoseconds: 12_345_000_000).description == "12.345 s")
    }
}

@Suite struct ByteReaderTests {
    @Test func readsBothByteOrders() throws {
        var reader = ByteReader([1, 2, 3, 4, 5, 6])
        #expect(try reader.u16("a") == 0x0201)
        let big: UInt16 = try reader.big("b")
        #expect(big == 0x0304)
        #expect(reader.remaining == 2)
        #expect(reader.rest() == [5, 6])
    }

    @Test func slicesLieWhereTheyAre() throws {
        var reader = ByteReader([9, 1, 2, 3, 4][1...])
        #expect(try reader.slice(2, "a") == [1, 2])
        #expect(try reader.slice(0, "b").isEmpty)
        #expect(reader.offset == 2)
        #expect(throws: Malformed(at: 4, "c needs 3 bytes, of which 2 are there")) { try reader.slice(3, "c") }
        #expect(throws: Malformed(at: 4, "d needs -1 bytes, of which 2 are there")) { try reader.slice(-1, "d") }
        #expect(try reader.slice(2, "e") == [3, 4])
    }

    @Test func tellsTextFromOtherBytes() {
        #expect([UInt8]()[...].isUTF8)
        #expect(Array("plain".utf8)[...].isUTF8)
        #expect(Array("Tür 🚪".utf8)[...].isUTF8)
        // A truncated character, an overlong one, half of a surrogate pair.
        for bytes: [UInt8] in [[0x41, 0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF]] { #expect(!bytes[...].isUTF8) }
        // Only the slice counts.
        #expect([0xFF, 0x41, 0xFF][1..<2].isUTF8)
    }

    @Test func namesTheOffsetWhereBytesAreMissing() {
        var reader = ByteReader([1, 2, 3])
        _ = try? reader.u16("first")
        #expect(throws: Malformed(at: 3, "second needs 4 bytes, of which 1 are there")) {
            _ = try reader.u32("second")
        }
    }

    @Test func integersSurviveTheRoundTrip() throws {
        var bytes: [UInt8] = []
        bytes.append(little: UInt32(0xDEAD_BEEF))
        bytes.append(big: UInt16(0x1234))
        #expect(bytes.hex == "ef be ad de 12 34")
        #expect([UInt8](hex: bytes.hex) == bytes)
        #expect(bytes.hex(atMost: 6) == bytes.hex && bytes.hex(atMost: 2) == "ef be ... (6 bytes)")
        #expect(
            Array(0...255 as ClosedRange<UInt8>).hex(separator: "")
                == (0...255).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        #expect([UInt8](hex: "0") == nil)
        #expect([UInt8](hex: "zz") == nil)
    }
}

@Suite struct DeadlineTableTests {
    @Test func givesWhatIsDueInOrderOfTimeThenOfSetting() {
        var table = DeadlineTable<String>()
        table.set("b", at: Instant(nanoseconds: 5))
        table.set("a", at: Instant(nanoseconds: 5))
        table.set("early", at: Instant(nanoseconds: 1))
        #expect(table.next == Instant(nanoseconds: 1))
        #expect(table.popDue(at: .start) == nil)
        let order = (0..<3).map { _ in table.popDue(at: Instant(nanoseconds: 9)) }
        #expect(order == ["early", "b", "a"])
        #expect(table.next == nil)
    }
}

@Suite struct SeededGeneratorTests {
    /// Known answer: SplitMix64 with seed 1234567, from the published reference implementation.
    @Test func isSplitMix64() {
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
    }

    @Test func gaussianHasItsMeanAndDeviation() {
        var generator = SeededGenerator(seed: 7)
        let draws = (0..<20_000).map { _ in generator.gaussian() }
        let mean = draws.reduce(0, +) / 20_000
        let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
    }
}

@Suite struct SafeTextTests {
    @Test func escapesWhatCouldMoveACursor() {
        #expect("a\u{1B}[2Jb\n\u{202E}".escapedForDisplay == "a\\u{1b}[2Jb\\u{a}\\u{202e}")
        #expect("Tür 日本".escapedForDisplay == "Tür 日本")
        #expect(String(strictUTF8: [0x2F, 0xFF]) == nil)
    }

    /// C0, DEL, C1, directional marks, embeddings, overrides and isolates, and characters far outside the first plane.
    private static let unsafe: [UInt32] =
        Array(0x00...0x1F) + Array(0x7F...0x9F) + [0x61C, 0x200B, 0x200E, 0x200F, 0xFEFF, 0xE0001]
        + Array(0x202A...0x202E) + Array(0x2066...0x2069) + [0x2028, 0x2029]

    @Test("characters that move a cursor or reverse a line are escaped, for people and in JSON", arguments: unsafe)
    func everyUnsafeScalar(value: UInt32) throws {
        let scalar = try #require(Unicode.Scalar(value))
        #expect(!scalar.isSafeToShow)
        #expect("a\(Character(scalar))b".escapedForDisplay == "a\\u{\(String(value, radix: 16))}b")
        guard value >= 0x7F else { return }
        let escaped = Array("[\"a\(Character(scalar))b\"]\n".utf8).escapedAsJSON
        #expect(escaped.allSatisfy { $0 < 0x7F } && escaped.last == 0x0A)
        #expect(String(decoding: escaped, as: UTF8.self) == "[\"a\(scalar.jsonEscape)b\"]\n")
    }

    @Test func lettersOfEveryScriptStayAsTheyAre() {
        let text = Array("{\"name\": \"Tür 日本 دلت ✓\"}\n".utf8)
        #expect(text.escapedAsJSON == text)
    }
}
