import Ground
import NDEF
import TestSupport
import Testing

/// Runs a reader with a tag given as a function of the command, and records the commands.
func talk(
    _ reader: some TagReading, to tag: (_ command: [UInt8]) -> [UInt8]?
) -> (step: TagReadStep, sent: [[UInt8]]) {
    var reader = reader
    var sent: [[UInt8]] = []
    var step = reader.begin()
    while true {
        switch step {
        case .command(let command):
            sent.append(command)
            step = tag(command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
        case .selectAgain: step = reader.receiveSelection()
        case .finished, .failed: return (step, sent)
        }
    }
}

extension TagReadStep {
    var contents: TagContents? { if case .finished(let contents) = self { contents } else { nil } }
    var failure: TagReadFailure? { if case .failed(let failure) = self { failure } else { nil } }
}

@Suite struct Type2ReaderTests {
    /// Reads a tag whose memory is four pages of header followed by the data; READ rolls over at its end.
    private func read(
        container: String = "e1101200", data: [UInt8], size: Int = 180
    ) -> (step: TagReadStep, sent: [[UInt8]]) {
        var memory = bytes("04a1b28f c3d4e580 72480000") + bytes(container) + data
        memory += [UInt8](repeating: 0, count: max(0, size - memory.count))
        return talk(Type2Reader()) { command in
            guard command.count == 2, command[0] == 0x30 else { return nil }
            return (0..<16).map { memory[(Int(command[1]) * 4 + $0) % memory.count] }
        }
    }

    @Test("pages in the answer for page 3 are not read again, so the fact sheet's tag takes three commands, not four")
    func readsTheSheetsTagWithThreeCommands() throws {
        let data = bytes("0103a00c34 031a d1011655046578616d706c652e636f6d2f6163633f69643d3432 fe")
        let (step, sent) = read(data: data)
        #expect(sent.map(\.hex) == ["30 03", "30 07", "30 0b"])
        let contents = try #require(step.contents)
        guard case .type2(let capability) = contents.capability else { return }
        #expect(contents.message == bytes("d1011655046578616d706c652e636f6d2f6163633f69643d3432"))
        #expect(capability.areaSize == 144 && capability.isWritable && capability.version == 0x10)
        #expect(capability.reserved == [160..<162])
        #expect(contents.findings.isEmpty && contents.platform == .type2)
    }

    @Test func bytesReservedByAControlTLVAreNotPartOfTheMessage() {
        // Memory control: 4 bytes at page 6 byte 0 in pages of 4 bytes; the message surrounds them.
        let data = bytes("0203600402 0305 d1 eeeeeeee 01015504 fe")
        #expect(read(data: data).step.contents?.message == bytes("d101015504"))
        // Lock control: 16 bits are 2 bytes.
        let locked = bytes("0103601002 0305 d1 eeee 01015504 fe")
        #expect(read(data: locked).step.contents?.message == bytes("d101015504"))
    }

    @Test func nullAndProprietaryTLVsAreSkippedAndLongLengthsRead() throws {
        let long = [UInt8](repeating: 0x42, count: 300)
        let step = read(container: "e1106d00", data: bytes("0000 fd02ffff 00 03ff012c") + long + [0xFE], size: 924).step
        #expect(step.contents?.message == long)
        let odd = try #require(read(data: bytes("0402aaaa 03ff0001 d0 fe")).step.contents)
        #expect(odd.message == [0xD0])
        #expect(odd.findings.map(\.weight) == [.note, .warning])
    }

    @Test func aTagMayBeBlankOrEndWithoutATerminator() throws {
        #expect(try #require(read(data: bytes("0300fe")).step.contents).message == nil)
        let full = [0x03, 6] + [UInt8](repeating: 7, count: 6)
        #expect(read(container: "e1100100", data: full, size: 24).step.contents?.message?.count == 6)
    }

    @Test(arguments: [
        ("00000000", "0300fe", "begins with 0x00"), ("e1200000", "0300fe", "version 2.0"),
        ("e1001200", "0300fe", "version 0.0"), ("e110120f", "fe", "no NDEF message TLV"),
        ("e11012f0", "0300fe", "access byte"), ("e1101200", "0000fe", "no NDEF message TLV"),
        ("e1100000", "0300fe", "hold no NDEF"), ("e1100100", "0307d0", "runs past"),
        ("e1101200", "03ffffff", "reserved"), ("e1100100", "0000000000000003", "ends within"),
        ("e1101200", "fd8e", "no NDEF message TLV"), ("e1101200", "fd8f", "runs past"),
    ])
    func whatIsNotAGoodTagIsNamed(container: String, data: String, words: String) throws {
        let failure = try #require(read(container: container, data: bytes(data)).step.failure)
        #expect(failure.description.contains(words), "\(failure)")
    }

    @Test func commandsAreBoundedByTheSizeInTheContainer() {
        let (_, sent) = read(container: "e1106d00", data: [], size: 924)
        #expect(sent.count == (4 + 872 + 15) / 16)
    }

    @Test func anAnswerOfTheWrongLengthOrNoneEndsTheReading() throws {
        var reader = Type2Reader()
        _ = reader.begin()
        let refused = reader.receive([0x00])
        #expect(try #require(refused.failure).description.contains("NAK"))
        #expect(reader.receive([UInt8](repeating: 0, count: 16)) == refused, "what comes later changes nothing")
        #expect(reader.receiveNoAnswer() == refused)
        _ = reader.begin()
        #expect(reader.receiveNoAnswer() == .failed(.noAnswer(to: [0x30, 0x03])))
    }

    @Test func moreControlTLVsThanAreFollowedAreReported() throws {
        let data = (0..<17).flatMap { _ in bytes("0203000100") } + bytes("0301d0fe")
        #expect(try #require(read(data: data).step.contents).findings.map(\.weight) == [.fault])
    }
}
