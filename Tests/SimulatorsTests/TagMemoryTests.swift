import Ground
import Links
import NDEF
import Simulators
import TestSupport
import Testing

/// Reads a tag to the given depth, with the UID that the tag shows.
func readTag(_ tag: SimulatedTag, _ depth: ReadingDepth) -> (step: TagReadStep, sent: [[UInt8]], left: SimulatedTag) {
    var tag = tag
    guard let reader = TagReader(for: TagPlatform(sak: tag.identity.sak), depth: depth, uid: tag.identity.uid) else {
        return (.failed(.notNDEF("no reader fits it")), [], tag)
    }
    let (step, sent) = talk(reader) { tag.receive($0) }
    return (step, sent, tag)
}

/// Returns a message of exactly this many bytes.
func message(of size: Int) -> [UInt8] {
    let payload = size - 6 <= 255 ? size - 6 : size - 9
    return NDEFMessage([.media("a/b", payload: [UInt8](repeating: 0x61, count: payload))]).encoded
}

@Suite struct TagMemoryTests {
    @Test("a full NTAG216 takes 55 READs and no more")
    func aFullNTAG216TakesAsManyCommandsAsItsSizeDemands() throws {
        let full = try SimulatedTag.type2(.ntag216, message: message(of: 868))
        let (step, sent, _) = readTag(full, .message)
        #expect(step.contents?.message == message(of: 868))
        #expect(sent.count == 55)
        #expect(Set(sent).count == 55 && sent.allSatisfy { $0.count == 2 && $0[0] == 0x30 })
    }

    @Test(
        "a message takes only as many READs as it needs",
        arguments: [
            (6, 1), (10, 1), (11, 2), (26, 2), (27, 3), (137, 9), (254, 17), (255, 17), (868, 55),
        ])
    func aShortMessageTakesFewCommands(size: Int, commands: Int) throws {
        let (step, sent, _) = readTag(try .type2(.ntag216, message: message(of: size)), .message)
        #expect(step.contents?.message?.count == size)
        #expect(sent.count == commands)
    }

    @Test("a full read of a chip has its version, all its pages and its lock bytes", arguments: NTAG.allCases)
    func aChipIsReadToTheBottom(chip: NTAG) throws {
        let (step, sent, _) = readTag(try .type2(chip, message: accessMessage), .everything)
        let contents = try #require(step.contents)
        guard case .type2(let image) = contents.memory else { return }
        #expect(image.version == chip.chip.version)
        #expect(image.read(0..<16 + chip.chip.areaSize) != nil)
        #expect(image.read(chip.chip.lockControl.bytes) == [0, 0].prefix(chip.chip.lockControl.bytes.count).map { $0 })
        #expect(sent.filter { $0[0] == 0x30 }.count == 1 + (chip.chip.areaSize + 15) / 16 + 1)
        let facts = TagFacts(contents)
        #expect(facts.chip == chip.chip && facts.platform == .type2 && facts.protection.isWritable == true)
        #expect(facts.capacity == chip.capacity && facts.used == accessMessage.count)
        #expect(facts.messageEnd == accessMessage.count && facts.free == chip.capacity - accessMessage.count)
        #expect(facts.findings.isEmpty, "\(facts.findings)")
        #expect(facts.lines.joined(separator: "\n").contains("\(chip.chip), version 1.0"))
    }

    @Test("a tag that falls silent at GET_VERSION is still read")
    func whatATagRefusesDoesNotSpoilTheReading() throws {
        var memory = Type2Memory(areaSize: 144, data: Type2Memory.block(0x03, accessMessage) + [0xFE], tail: 20)
        memory.goesIdleAfterNAK = true
        let (step, sent, _) = readTag(SimulatedTag(memory), .everything)
        #expect(step.contents?.message == accessMessage)
        #expect(sent.last == [0x60], "what may be refused comes last")
        #expect(TagFacts(try #require(step.contents)).chip == nil)
    }

    @Test("static and dynamic lock bits are obeyed by the tag and reported in the facts")
    func lockBitsAreHonouredAndTold() throws {
        var tag = try SimulatedTag.type2(.ntag213, message: accessMessage)
        #expect(tag.receive([0xA2, 2, 0xFF, 0xFF, 0x20, 0x80]) == [0x0A])
        #expect(tag.receive([0x3A, 2, 2]) == bytes("72482080"), "only lock bits are written")
        #expect(tag.receive([0xA2, 2, 0, 0, 0, 0]) == [0x0A])
        #expect(tag.receive([0x3A, 2, 2])?.suffix(2) == [0x20, 0x80], "a lock bit is never cleared")
        #expect(tag.receive([0xA2, 5, 0, 0, 0, 0]) == [0x00] && tag.receive([0xA2, 15, 0, 0, 0, 0]) == [0x00])
        #expect(tag.receive([0xA2, 6, 0x55, 0x04, 0x65, 0x78]) == [0x0A])
        #expect(tag.receive([0xA2, 0x28, 0x02, 0x00, 0x00, 0x00]) == [0x0A])
        #expect(tag.receive([0xA2, 18, 0, 0, 0, 0]) == [0x00] && tag.receive([0xA2, 19, 0, 0, 0, 0]) == [0x00])
        #expect(tag.receive([0xA2, 20, 0, 0, 0, 0]) == [0x0A])
        let contents = try #require(readTag(tag, .everything).step.contents)
        #expect(TagFacts(contents).protection.locks?.locked == [5..<6, 15..<16, 18..<20])
        for page: UInt8 in [2, 0x28] { #expect(tag.receive([0xA2, page, 0xFF, 0x0F, 0xF0, 0xFF]) == [0x0A]) }
        let locked = TagFacts(try #require(readTag(tag, .everything).step.contents))
        #expect(locked.protection.isLocked == true && locked.lines.contains { $0.hasPrefix("locked") })
    }

    @Test("a chip can be described as locked or read-only before it enters the field", arguments: NTAG.allCases)
    func chipsCanBeDescribedAsLocked(chip: NTAG) throws {
        let memory = try Type2Memory(chip, message: accessMessage)
        var tag = SimulatedTag(memory.locked)
        for page in UInt8(3)..<UInt8(4 + chip.chip.areaSize / 4) {
            #expect(tag.receive([0xA2, page, 1, 2, 3, 4]) == [0x00], "page \(page)")
        }
        let facts = TagFacts(try #require(readTag(tag, .everything).step.contents))
        #expect(
            facts.protection.isReadOnly && facts.protection.isLocked == true && facts.findings.isEmpty,
            "\(facts.findings)")
        let pages = 4..<4 + chip.chip.areaSize / 4
        #expect(facts.locks?.lockedPages(in: pages) == [pages])
        let soft = TagFacts(try #require(readTag(SimulatedTag(memory.readOnly), .everything).step.contents))
        #expect(
            soft.protection.isReadOnly && soft.protection.isLocked == false && soft.findings.map(\.weight) == [.note])
    }

    @Test("block-locking bits freeze the lock bits that they cover")
    func blockLockingBitsFreeze() throws {
        var tag = try SimulatedTag.type2(.ntag215, message: nil)
        #expect(tag.receive([0xA2, 2, 0, 0, 0x06, 0x00]) == [0x0A])
        #expect(tag.receive([0xA2, 2, 0, 0, 0xFF, 0xFF]) == [0x0A])
        #expect(tag.receive([0x3A, 2, 2])?.suffix(2) == [0x0F, 0x00], "pages 4 to 15 stay open, page 3 does not")
        #expect(tag.receive([0xA2, 3, 0, 0, 0, 0x0F]) == [0x00])
    }

    @Test("a tag with several sectors is read beyond page FF, and starts in sector 0 when it is selected again")
    func sectorsAreSelectedInTwoSteps() throws {
        let long = message(of: 1800)
        let memory = Type2Memory(areaSize: 2040, data: Type2Memory.block(0x03, long) + [0xFE])
        let (step, sent, left) = readTag(SimulatedTag(memory), .message)
        #expect(step.contents?.message == long)
        let steps = sent.filter { $0[0] != 0x30 }
        #expect(steps == [[0xC2, 0xFF], [0x01, 0x00, 0x00, 0x00]])
        #expect(sent.count == 64 + 2 + (16 + 4 + 1800 - 1024 + 15) / 16)
        var tag = left
        #expect(tag.receive([0x30, 3])?.first == 0x61, "still in sector 1")
        tag.receiveActivation()
        #expect(tag.receive([0x30, 3])?.first == 0xE1)
        #expect(tag.receive([0xC2, 0xFF]) == [0x0A] && tag.receive([0x09, 0, 0, 0]) == [0x00])
        #expect(tag.receive([0xC2, 0xFF]) == [0x0A] && tag.receive([0x30, 3]) == [0x00])
        #expect(tag.receive([0xC2, 0x00]) == [0x00])
        var flat = memory
        flat.hasSectors = false
        let failure = readTag(SimulatedTag(flat), .message).step.failure
        #expect(failure?.description.contains("does not select sector 1") == true, "\(String(describing: failure))")
        #expect(TagFacts(try #require(readTag(SimulatedTag(memory), .everything).step.contents)).findings.isEmpty)
    }

    @Test("the facts show what a factory check needs to know about a Type 2 tag")
    func factsNameWhatIsDoubtful() throws {
        let url = NDEFMessage([.uri("https://example.com/a")]).encoded
        let block = Type2Memory.block(0x03, url)
        let full = [0x00, 0x00] + Type2Memory.block(0x03, message(of: 76))
        let cases: [(Int, [UInt8], UInt8, String)] = [
            (80, Type2Memory.block(0x03, url + [0, 0, 0]) + [0xFE], 0, "its records take 18"),
            (80, full, 0, "exactly fills the data area"), (80, block, 0, "no terminator TLV"),
            (80, block + block + [0xFE], 0, "second NDEF TLV"),
            (80, Type2Memory.block(0xFD, [1]) + block + [0xFE], 0, "proprietary TLV at byte 0 (page 4), 1 bytes"),
            (80, block + [0xFE], 0x0F, "no static lock bit enforces it"),
            (80, block + [0x03, 0xFF, 0xFF], 0, "behind the message"),
        ]
        for (size, data, access, words) in cases {
            let tag = SimulatedTag(Type2Memory(areaSize: size, data: data, tail: 8, access: access))
            let facts = TagFacts(try #require(readTag(tag, .everything).step.contents, "\(words)"))
            #expect(facts.findings.contains { $0.meaning.contains(words) }, "\(words): \(facts.findings)")
            #expect(facts.protection.access == (access == 0 ? .writable : .readOnly))
            #expect(facts.blocks.contains { $0.kind == .message })
        }
        let small = SimulatedTag(
            Type2Memory(
                bytes: Array(
                    try #require(
                        SimulatedTag(Type2Memory(areaSize: 144, data: block + [0xFE])).type2Memory)[..<64])))
        let cut = TagFacts(try #require(readTag(small, .everything).step.contents))
        #expect(cut.findings.contains { $0.meaning.contains("cannot be read") }, "\(cut.findings)")
    }

    @Test("a memory that ends before its data area is noticed when READ wraps around")
    func aMemoryThatEndsTooEarlyIsNoticed() throws {
        var memory = Type2Memory(areaSize: 144, data: Type2Memory.block(0x03, accessMessage) + [0xFE])
        memory.bytes.removeLast(memory.bytes.count - 68)
        let facts = TagFacts(try #require(readTag(SimulatedTag(memory), .everything).step.contents))
        #expect(facts.findings.contains { $0.meaning.contains("the memory ends with page 16") }, "\(facts.findings)")
        #expect(facts.capacity == 50, "the capacity is that of the memory which is there")
        var tag = SimulatedTag(memory)
        #expect(writeTag(&tag, accessMessage + [0]).step.refusal?.canBeForced == true)
    }

    @Test("a malformed message is a finding of the facts")
    func aMalformedMessageIsAFinding() throws {
        let tag = SimulatedTag(Type2Memory(areaSize: 48, data: bytes("0303d10155fe"), tail: 8))
        let facts = TagFacts(try #require(readTag(tag, .everything).step.contents))
        #expect(facts.messageEnd == nil && facts.used == 3)
        #expect(facts.findings.contains { $0.weight == .fault && $0.meaning.contains("NDEF message") })
    }

    @Test("data that cannot be read is reported with what a phone would do")
    func limitsAreSaid() {
        for platform in TagPlatform.allCases {
            let reads = TagReader(for: platform) != nil
            #expect((platform.limits == nil) == reads, "\(platform)")
            #expect((TagWriter(for: platform, message: []) != nil) == reads, "\(platform)")
        }
        #expect(TagPlatform.type5.limits?.isSeenByPN532 == false)
        #expect(TagPlatform.mifareClassic.limits?.phone.contains("does not read") == true)
    }
}
