import Ground
import Links
import NearbyInteraction
import Recordings
import TestSupport
import Testing
import Views

struct HostileFrameTests {
    @Test("a hundred thousand spoilt frames all have a meaning in one printable line, and none ends the program")
    func mutated() throws {
        let att = try VectorFile.lines("att-pdus.txt").compactMap {
            [UInt8](hex: String($0.split(separator: "|").last ?? ""))
        }
        let uci = try VectorFile.lines("uci-dwm3001cdk.txt").compactMap { [UInt8](hex: String($0.dropFirst())) }
        var generator = SeededGenerator(seed: 1)
        let accessory = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 1))
        let shareable = ShareableConfigurationData.generate(for: accessory, using: &generator)
        let channel: [[UInt8]] = [
            [0x1B, 0x14, 0x00, 0x01] + accessory.encoded, [0x52, 0x12, 0x00, 0x0B] + shareable.encoded,
            [0x1B, 0x14, 0x00, 0x2F, 0x05, 0x00, 0x61, 0x62, 0x63],
        ]
        let tag: [[UInt8]] = [
            [0x30, 0x04], [0x00, 0xA4, 0x04, 0x00, 0x07, 0xD2, 0x76, 0, 0, 0x85, 1, 1, 0], [0x00, 0xB0, 0, 2, 0x3B],
            [0x03, 0x10, 0xD1, 0x01, 0x0C, 0x55, 0x04] + Array("example.com".utf8) + [0xFE, 0x90, 0x00],
            [0x00, 0xB1, 0, 0, 5, 0x54, 3, 1, 0, 0, 0x10], [0x00, 0xD6, 0, 2, 2, 0xAA, 0xBB],
        ]
        var mutators = [att + channel, uci, tag].map { Mutator(seeds: $0) }
        var talk = Conversation()
        talk.discover()
        var told = 0
        for round in 0..<50_000 {
            let now = Instant.start + .milliseconds(round)
            let kind = round % 3
            let bytes = mutators[kind].next()
            let pair: (Outbound, Inbound) =
                switch kind {
                case 0: (.bluetooth("door", .frame(bytes)), .bluetooth("door", .frame(bytes)))
                case 1: (.kit(.bytes(bytes)), .kit(.bytes(bytes)))
                default: (.reader(.exchange(bytes, within: .zero)), .reader(.response(bytes)))
                }
            for meaning in [talk.decoder.meaning(of: pair.0, at: now), talk.decoder.meaning(of: pair.1, at: now)] {
                let text = meaning.text
                #expect(!text.isEmpty && text == text.escapedForDisplay)
                #expect(meaning.fields.allSatisfy { $0.value == $0.value.escapedForDisplay && !$0.name.isEmpty })
                told += 1
            }
        }
        #expect(told == 100_000)
    }
}
