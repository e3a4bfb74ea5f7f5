import Ground
import NDEF
import TestSupport
import Testing

@Suite struct Type4ReaderTests {
    private let text = bytes("d1011655046578616d706c652e636f6d2f6163633f69643d3432")
    private let container = "000f20003b003404 06e104 0800 0000 9000"

    /// Reads a tag that gives these answers in order and then goes silent.
    private func read(answers: [String]) -> (step: TagReadStep, sent: [String]) {
        var left = answers[...]
        let (step, sent) = talk(Type4Reader()) { _ in left.popFirst().map { bytes($0) } }
        return (step, sent.map(\.hex))
    }

    @Test func readsTheSheetsTagWithItsSixCommands() throws {
        let (step, sent) = read(answers: ["9000", "9000", container, "9000", "001a9000", text.hex + "9000"])
        #expect(
            sent == [
                "00 a4 04 00 07 d2 76 00 00 85 01 01 00", "00 a4 00 0c 02 e1 03", "00 b0 00 00 0f",
                "00 a4 00 0c 02 e1 04", "00 b0 00 00 02", "00 b0 00 02 1a",
            ])
        let contents = try #require(step.contents)
        guard case .type4(let capability) = contents.capability else { return }
        #expect(contents.message == text && contents.platform == .type4)
        #expect(capability.maximumRead == 0x3B && capability.maximumWrite == 0x34)
        #expect(capability.fileIdentifier == 0xE104 && capability.maximumFileSize == 0x0800)
        #expect(capability.isWritable && !capability.isExtended && capability.mappingVersion == 0x20)
    }

    @Test func fallsBackToVersionOneAndItsFileSelection() {
        let (step, sent) = read(answers: [
            "6a82", "6f009000", "9000", container, "9000", "001a9000", text.hex + "9000",
        ])
        #expect(sent[1] == "00 a4 04 00 07 d2 76 00 00 85 01 00 00")
        #expect(sent[2] == "00 a4 00 00 02 e1 03")
        #expect(sent[4] == "00 a4 00 00 02 e1 04")
        #expect(step.contents?.message == text)
    }

    @Test func readsAnExtendedFileOfMappingVersionThree() throws {
        let (step, sent) = read(answers: [
            "9000", "9000", "001130003b003406 08e104 00010000 9000", "00009000", "9000", "0000001a9000",
            text.hex + "9000",
        ])
        #expect(sent[3] == "00 b0 00 0f 02")
        #expect(sent[5...] == ["00 b0 00 00 04", "00 b0 00 04 1a"])
        let contents = try #require(step.contents)
        guard case .type4(let capability) = contents.capability else { return }
        #expect(contents.message == text && capability.isExtended && capability.maximumFileSize == 65536)
    }

    @Test func shortAndEndOfFileAnswersAreContinuedAsLongAsTheyBringBytes() {
        let front = ["9000", "9000", container, "9000", "00039000"]
        let (step, sent) = read(answers: front + ["d09000", "006282", "009000"])
        #expect(sent.suffix(3) == ["00 b0 00 02 03", "00 b0 00 03 02", "00 b0 00 04 01"])
        #expect(step.contents?.message == [0xD0, 0, 0])
        guard case .malformed = read(answers: front + ["9000"]).step.failure else {
            Issue.record("an empty answer must end the reading")
            return
        }
    }

    @Test(arguments: [
        (["6a82", "6a82"], "no NDEF application"), (["6985"], "6985"),
        (["9000", "6a82"], "6a82 (file or application not found)"),
        (["9000", "9000", "6982"], "does not let itself be read"), (["90"], "too few for a status word"),
        (["9000", "9000", "000f40003b003404 06e104 0800 0000 9000"], "version 4.0"),
        (["9000", "9000", "000f00003b003404 06e104 0800 0000 9000"], "mapping version is 0x00"),
        (["9000", "9000", "000e20003b003404 06e104 0800 0000 9000"], "CCLEN"),
        (["9000", "9000", "000f20000e003404 06e104 0800 0000 9000"], "MLe is 14"),
        (["9000", "9000", "000f20003b000004 06e104 0800 0000 9000"], "MLc"),
        (["9000", "9000", "000f20003b003405 06e104 0800 0000 9000"], "not that of an NDEF file"),
        (["9000", "9000", "000f20003b003404 07e104 0800 0000 9000"], "length 7"),
        (["9000", "9000", "000f20003b003404 06e103 0800 0000 9000"], "0xe103"),
        (["9000", "9000", "000f20003b003404 06e104 0004 0000 9000"], "size is 4"),
        (["9000", "9000", "000f20003b003404 06e104 0800 8000 9000"], "read access"),
        (["9000", "9000", "000f20 6282"], "MLe needs 2 bytes"),
        (["9000", "9000", "000f20003b003404 06e104 0800 0000 00 9000"], "15 were requested"),
        (["9000", "9000", "000f20003b003404 06e104 0800 0000 9000", "9000", "07ff9000"], "room for 2046"),
        (["9000", "9000", "000f20003b003404 06e104 0800 0000 9000", "9000", "006282"], "length field"),
        (["9000", "9000", "001130003b003406 08e104 00200000 9000", "0000 9000", "9000", "001000019000"], "1048577"),
    ])
    func whatIsNotAGoodTagIsNamed(answers: [String], words: String) throws {
        let failure = try #require(read(answers: answers).step.failure)
        #expect(failure.description.contains(words), "\(failure)")
    }

    @Test func aBlankTagHasNoMessageAndATornOneFails() throws {
        let blank = read(answers: ["9000", "9000", container, "9000", "00009000"]).step
        #expect(try #require(blank.contents).message == nil)
        let torn = read(answers: ["9000", "9000", container]).step
        #expect(torn == .failed(.noAnswer(to: bytes("00a4000c02e104"))))
    }

    @Test func theReaderIsChosenByWhatTheTagSays() {
        let platforms: [(UInt8, TagPlatform)] = [
            (0x00, .type2), (0x08, .mifareClassic), (0x18, .mifareClassic), (0x20, .type4), (0x28, .type4),
            (0x40, .nfcDEP), (0x60, .type4AndNFCDEP), (0x04, .type2),
        ]
        for (sak, platform) in platforms {
            #expect(TagPlatform(sak: sak) == platform)
            var reader = TagReader(for: TagPlatform(sak: sak))
            switch platform {
            case .type2: #expect(reader?.begin() == .command([0x30, 3]))
            case .type4, .type4AndNFCDEP: #expect(reader?.begin() == .command(bytes("00a4040007d276000085010100")))
            case .mifareClassic, .nfcDEP, .type1, .type3, .type5: #expect(reader == nil)
            }
        }
    }

    @Test func hostileTagsNeverTrapAReaderNorKeepItBusy() {
        let good: [[UInt8]] = [
            bytes("e1101200 0103a00c34 031a d1011655 04"), bytes("9000"), bytes(container), bytes("001a9000"),
            text + [0x90, 0x00], bytes("6a82"), bytes("030bd1010755046161616161 fe00 0000"),
            bytes("001130003b003406 08e104 00010000 9000"), bytes("00001a9000"),
        ]
        var mutator = Mutator(seeds: good)
        var generator = SeededGenerator(seed: 7)
        var finished = 0
        var longest = 0
        for round in 0..<100_000 {
            var reader: any TagReading = round.isMultiple(of: 2) ? Type2Reader() : Type4Reader()
            var step = reader.begin()
            var place = round.isMultiple(of: 2) ? 0 : 1
            var count = 0
            while case .command(let command) = step, count < 200 {
                count += 1
                // Mostly a good tag's answer, so that the reader gets far; otherwise a hostile one.
                place = command[0] == 0x30 ? min(count - 1, 1) * 6 : [1, 1, 1, 2, 1, 3, 4][min(count, 6)]
                var answer = generator.chance(0.85) ? good[place] : mutator.next(limit: 40)
                if command[0] == 0x30, generator.chance(0.95) { answer = Array((answer + good[0]).prefix(16)) }
                step = generator.chance(0.02) ? reader.receiveNoAnswer() : reader.receive(answer)
            }
            longest = max(longest, count)
            if step.contents != nil { finished += 1 }
        }
        #expect(longest < 200, "a reader asked \(longest) times")
        #expect(finished > 5_000, "some tags must be readable, \(finished) were")
    }
}
