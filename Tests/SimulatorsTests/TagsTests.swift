import Ground
import NDEF
import Simulators
import TestSupport
import Testing

@Suite struct TagsTests {
    /// Returns a message of exactly this many bytes.
    private func message(of size: Int) -> [UInt8] {
        let payload = size - 6 <= 255 ? size - 6 : size - 9
        return NDEFMessage([.media("a/b", payload: [UInt8](repeating: 0x61, count: payload))]).encoded
    }

    @Test(arguments: [(NTAG.ntag213, 137, 180), (.ntag215, 492, 540), (.ntag216, 868, 924)])
    func anNTAGHoldsAsMuchAsItsChipCanAndNoMore(chip: NTAG, capacity: Int, memory: Int) throws {
        #expect(chip.capacity == capacity)
        #expect(chip.pages * 4 == memory)
        for size in [6, 100, capacity - 1, capacity] {
            let message = message(of: size)
            try #require(message.count == size)
            let (step, sent) = readTag(try .type2(chip, message: message))
            #expect(step.contents?.message == message, "\(size) bytes")
            #expect(step.contents?.findings.isEmpty == true)
            #expect(sent.count <= (4 + chip.chip.areaSize + 15) / 16)
        }
        #expect(throws: TagTooSmall(message: capacity + 1, capacity: capacity)) {
            try SimulatedTag.type2(chip, message: message(of: capacity + 1))
        }
        let blank = try #require(readTag(try .type2(chip, message: nil)).step.contents)
        #expect(blank.message == nil)
    }

    @Test(arguments: [(0x0F, 600), (0x3B, 600), (0xFF, 600), (0x0100, 600), (0xFFFF, 2046)])
    func aTypeFourTagIsReadInPiecesOfItsMLe(maximumRead: Int, size: Int) throws {
        let message = message(of: size)
        let (step, sent) = readTag(SimulatedTag(try Type4Files(message: message, maximumRead: UInt16(maximumRead))))
        #expect(step.contents?.message == message)
        #expect(sent.count == 5 + (size + min(maximumRead, 256) - 1) / min(maximumRead, 256))
        #expect(throws: TagTooSmall.self) { try SimulatedTag.type4(message: [UInt8](repeating: 0, count: 2047)) }
    }

    @Test func aVersionOneTagIsReadTooAndABlankOneIsBlank() throws {
        var files = try Type4Files(message: accessMessage)
        files.mapping = .version1
        #expect(readTag(SimulatedTag(files)).step.contents?.message == accessMessage)
        let blank = try #require(readTag(try .type4(message: nil)).step.contents)
        #expect(blank.message == nil)
    }

    @Test func aTagTornAwayAtAnyCommandGivesNoMessageAndNamesTheCommand() throws {
        let long = message(of: 400)
        for whole in [try SimulatedTag.type2(.ntag215, message: long), try .type4(message: long)] {
            let commands = readTag(whole).sent
            #expect(commands.count > 8)
            for count in commands.indices {
                var tag = whole
                tag.tearAway(afterAnswers: count)
                let (step, sent) = readTag(tag)
                #expect(step == .failed(.noAnswer(to: commands[count])))
                #expect(sent.count == count + 1)
            }
            var back = whole
            back.tearAway(afterAnswers: 0)
            #expect(back.isTornAway && back.receive(commands[0]) == nil)
            back.tearAway(afterAnswers: nil)
            #expect(readTag(back).step.contents?.message == long)
        }
    }

    @Test(arguments: [
        ("e0101200", "0300fe", "begins with 0xe0"), ("e1201200", "0300fe", "version 2.0"),
        ("e11012f0", "0300fe", "access byte"), ("e1101200", "03ff0090", "runs past"),
        ("e1101200", "0000fe", "no NDEF message TLV"), ("e1107d00", "fdff0300", "answered NAK"),
    ])
    func aWrongTypeTwoMemoryIsNamed(container: String, data: String, words: String) throws {
        var memory = [UInt8](repeating: 0, count: 180)
        memory.replaceSubrange(12..<16, with: bytes(container))
        memory.replaceSubrange(16..<(16 + bytes(data).count), with: bytes(data))
        let failure = try #require(readTag(SimulatedTag(type2Memory: memory)).step.failure)
        #expect(failure.description.contains(words), "\(failure)")
    }

    @Test(arguments: [
        ("000f40003b003404 06e104 0800 0000", "001a", "version 4.0"),
        ("000f20003b003404 06e105 0800 0000", "001a", "6a82"),
        ("000f20003b003404 06e104 0800 ff00", "001a", "read access"),
        ("000f20003b003404 06e104 0010 0000", "000f", "room for 14"),
        ("000f20003b003404 06e104 0800 0000", "001a", "6b00"), ("000f20003b", "001a", "6282"),
    ])
    func aWrongTypeFourTagIsNamed(container: String, file: String, words: String) throws {
        let files = Type4Files(container: bytes(container), ndef: bytes(file))
        let failure = try #require(readTag(SimulatedTag(files)).step.failure)
        let isShort = words == "6282"
        #expect(isShort ? failure.description.contains("MLc") : failure.description.contains(words), "\(failure)")
    }

    @Test func aFileThatIsProtectedIsSaidToBe() throws {
        var files = try Type4Files(message: accessMessage)
        files.isReadable = false
        let failure = try #require(readTag(SimulatedTag(files)).step.failure)
        guard case .accessDenied = failure else {
            Issue.record("\(failure)")
            return
        }
    }

    @Test func typeTwoCommandsBesideREADAnswerAsTheChipDoes() throws {
        var tag = try SimulatedTag.type2(.ntag215, message: nil)
        #expect(tag.receive([0x60]) == bytes("0004040201001103"))
        #expect(tag.receive([0x3A, 3, 4]) == bytes("e1103e00 0300fe00"))
        #expect(tag.receive([0x3A, 4, 3]) == [0x00])
        #expect(tag.receive([0x30, 134])?.suffix(12) == bytes("04a1b29f c3d4e580 72480000"), "READ rolls over")
        #expect(tag.receive([0x30, 135]) == [0x00])
        #expect(tag.receive([0xA2, 4, 1, 2, 3, 4]) == [0x0A])
        #expect(tag.receive([0x3A, 4, 4]) == [1, 2, 3, 4])
        #expect(tag.receive([0xA2, 3, 0, 0, 0, 0x0F]) == [0x0A])
        #expect(tag.receive([0x3A, 3, 3]) == bytes("e1103e0f"), "the container only gains bits")
        #expect(tag.receive([0xA2, 1, 1, 2, 3, 4]) == [0x00], "the UID cannot be written")
        #expect(tag.receive([0x50, 0x00]) == nil)
        #expect(tag.receive([]) == [0x00])
    }

    @Test func typeFourCommandsAreRefusedWithTheRightStatusWord() throws {
        var tag = try SimulatedTag.type4(message: accessMessage)
        func answer(_ hex: String) -> String? { tag.receive(bytes(hex))?.hex(separator: "") }
        #expect(answer("00a4000c02e103") == "6a82", "no application yet")
        #expect(answer("00b0000002") == "6986")
        #expect(answer("00a4040007d276000085010000") == "6a82")
        #expect(answer("00a4040007d2760000850101") == "9000")
        #expect(answer("00a4000002e103") == "6a86")
        #expect(answer("00a4000c02e104") == "9000")
        #expect(answer("00b000003c") == "6700")
        #expect(answer("00b0080001") == "6b00")
        #expect(answer("00b007ff02") == "006282")
        #expect(answer("00d600000400 02d000") == "9000")
        #expect(answer("00b0000004") == "0002d0009000")
        #expect(answer("00d607ff020000") == "6b00")
        #expect(answer("00d6000005 00") == "6700")
        #expect(answer("80b0000002") == "6e00")
        #expect(answer("00c0000002") == "6d00")
        #expect(answer("00a4010002e103") == "6a86")
        #expect(answer("00b0") == "6700")
        #expect(answer("") == "6700")
    }

    @Test func hostileCommandsNeverTrapATag() throws {
        let seeds = [
            "3003", "3a0408", "60", "a20401020304", "5000", "00a4040007d276000085010100", "00a4000c02e104",
            "00b000000f", "00d600000400020304",
        ].map { bytes($0) }
        var mutator = Mutator(seeds: seeds)
        var generator = SeededGenerator(seed: 5)
        var type2 = try SimulatedTag.type2(.ntag213, message: accessMessage)
        var type4 = try SimulatedTag.type4(message: accessMessage)
        var data = 0
        for _ in 0..<100_000 {
            let command = generator.chance(0.5) ? seeds.randomElement(using: &generator)! : mutator.next(limit: 40)
            data += (type2.receive(command)?.count ?? 0) > 1 ? 1 : 0
            data += (type4.receive(command)?.count ?? 0) > 2 ? 1 : 0
        }
        #expect(data > 5_000, "\(data)")
    }
}
