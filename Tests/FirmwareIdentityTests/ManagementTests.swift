import FirmwareIdentity
import Ground
import TestSupport
import Testing

@Suite struct ManagementTests {
    // MARK: CBOR

    @Test("both forms of lengths mean the same, and both are read back as written")
    func forms() throws {
        let definite = try CBORReader.read(Array(Vectors.definite.dropFirst(8)))
        let indefinite = try CBORReader.read(Vectors.indefinite)
        #expect(definite["images"]?.array?.first?["hash"] == indefinite["images"]?.array?.first?["hash"])
        #expect(definite.encoded() == Array(Vectors.definite.dropFirst(8)))
        #expect(indefinite.encoded(.indefinite) == Vectors.indefinite)
    }

    @Test(
        "values and their shortest bytes",
        arguments: [
            (.unsigned(23), "17"), (.unsigned(24), "1818"), (.unsigned(500), "1901f4"),
            (.unsigned(100_000), "1a000186a0"), (.unsigned(.max), "1bffffffffffffffff"), (.negative(0), "20"),
            (.negative(499), "3901f3"), (.bytes([]), "40"), (.text("a"), "6161"), (.array([.bool(true)]), "81f5"),
            (.map([CBOREntry(.text("a"), .bool(false))]), "a16161f4"),
        ] as [(CBORValue, String)])
    func values(value: CBORValue, hex: String) throws {
        #expect(value.encoded().hex(separator: "") == hex)
        #expect(try CBORReader.read(bytes(hex)) == value)
    }

    @Test(
        "a value outside the protocol is an error with its offset",
        arguments: [
            ("", 0), ("18", 1), ("f6", 0), ("f7", 0), ("fa00000000", 0), ("c000", 0), ("ff", 0), ("81ff", 1),
            ("1c", 0), ("a1616101 00", 4), ("a2616101616102", 4), ("62c328", 0), ("5f6161ff", 1), ("9f01", 2),
            ("bf6161ff", 3), ("9b0000000100000000", 0), ("5b7fffffffffffffff00", 0), ("a1", 0), ("5f41", 1),
            ("818181818181818181818101", 9),
        ])
    func malformed(hex: String, offset: Int) {
        let error = #expect(throws: Malformed.self) { try CBORReader.read(bytes(hex)) }
        #expect(error?.offset == offset, "\(hex): \(error?.description ?? "")")
    }

    @Test("a string in pieces is one string, and too many values are refused")
    func pieces() throws {
        #expect(try CBORReader.read(bytes("5f4101 4202 03ff".filter { $0 != " " })) == .bytes([1, 2, 3]))
        let many = CBORValue.array(Array(repeating: .unsigned(0), count: CBORReader.valueLimit))
        #expect(throws: Malformed.self) { try CBORReader.read(many.encoded()) }
        let enough = CBORValue.array(Array(repeating: .unsigned(0), count: CBORReader.valueLimit - 1))
        #expect(try CBORReader.read(enough.encoded()) == enough)
    }

    // MARK: ObservedTopics

    @Test("requests have the bytes of the fact sheet")
    func questions() {
        #expect(SMPRead.imageState.encoded(sequence: 0x42) == bytes("08 00 00 01 00 01 42 00 A0"))
        #expect(SMPRead.imageState.encoded(sequence: 0x42, version: .v1) == bytes("00 00 00 01 00 01 42 00 A0"))
        #expect(SMPRead.slotInformation.encoded(sequence: 2) == bytes("08 00 00 01 00 01 02 06 A0"))
        #expect(
            SMPRead.systemInformation.encoded(sequence: 1)
                == bytes("08 00 00 0A 00 00 01 07 A1 66 66 6F 72 6D 61 74 61 61"))
        #expect(SMPRead.parameters.encoded(sequence: 3) == bytes("08 00 00 01 00 00 03 06 A0"))
    }

    @Test("no request can write", arguments: SMPRead.allCases, SMPHeader.Version.allCases)
    func onlyReads(read: SMPRead, version: SMPHeader.Version) throws {
        for sequence in UInt8.min...UInt8.max {
            let header = try SMPHeader(decoding: read.encoded(sequence: sequence, version: version)[...])
            #expect(header.operation == 0 && header.flags == 0)
            #expect(SMPRead(header) == read)
        }
    }

    // MARK: Answers

    @Test("a response lists the images; missing flags are false")
    func images() throws {
        guard case .data(let data) = try SMPAnswer(Vectors.definite, to: .imageState, sequence: 0x42) else {
            Issue.record("no data")
            return
        }
        let slot = ImageSlot(
            slot: 0, version: "1.2.3", hash: ImageHash(Vectors.reported), isBootable: true, isConfirmed: true,
            isActive: true)
        #expect(try ImageSlot.list(data) == [slot])
        let short = try ImageSlot.list(try CBORReader.read(Vectors.indefinite))
        #expect(short.first?.isConfirmed == false && short.first?.isActive == true)
        #expect(
            try ImageSlot.list(.object(["images": .array([slot.value(), slot.value(writesFalse: false)])])).count == 2)
    }

    @Test(
        "an answer is judged by group, command and sequence number, and not by its operation",
        arguments: [
            ("09 00 00 01 00 01 42 00 A0", "data"), ("0B 00 00 01 00 01 42 00 A0", "data"),
            ("0F 00 00 01 00 01 42 00 A0", "data"), ("08 00 00 01 00 01 42 00 A0", "foreign"),
            ("09 00 00 01 00 00 42 00 A0", "foreign"), ("09 00 00 01 00 01 43 00 A0", "foreign"),
            ("09 00 00 01 00 01 42 06 A0", "foreign"),
            ("09 00 00 11 00 01 42 00 A1 63 65 72 72 A2 65 67 72 6F 75 70 01 62 72 63 01", "1/1"),
            ("01 00 00 05 00 01 42 00 A1 62 72 63 08", "8"), ("01 00 00 05 00 01 42 00 A1 62 72 63 00", "data"),
            ("09 00 00 02 00 01 42 00 A0", "malformed"), ("09 00 00 01 00 01 42 00 80", "malformed"),
            ("09 00 00", "malformed"),
        ])
    func answers(hex: String, expected: String) {
        let found: String
        do throws(Malformed) {
            switch try SMPAnswer(bytes(hex), to: .imageState, sequence: 0x42) {
            case .data: found = "data"
            case .foreign: found = "foreign"
            case .refused(let error): found = (error.group.map { "\($0)/" } ?? "") + "\(error.code)"
            }
        } catch { found = "malformed" }
        #expect(found == expected)
    }

    @Test(
        "a list of images that cannot be meant is refused",
        arguments: [
            .object([:]), .object(["images": .bool(true)]), .object(["images": .array([.bool(true)])]),
            .object(["images": .array([.object(["slot": .unsigned(0)])])]),
            .object(["images": .array([.object(["version": .text("1")])])]),
            .object(["images": .array([.object(["slot": .unsigned(300), "version": .text("1")])])]),
            .object(["images": .array([.object(["slot": .unsigned(0), "version": .text("1"), "hash": .bytes([1])])])]),
            .object(["images": .array([.object(["slot": .unsigned(0), "version": .text("1"), "active": .text("")])])]),
            .object(["images": .array(Array(repeating: .object([:]), count: ImageSlot.limit + 1))]),
        ] as [CBORValue])
    func wrongLists(answer: CBORValue) {
        #expect(throws: Malformed.self) { try ImageSlot.list(answer) }
    }

    // MARK: Transports

    @Test("pieces are joined up to the header's length, however they are cut")
    func fragments() throws {
        let stream = Vectors.definite + SMPRead.parameters.encoded(sequence: 9)
        for pieces in feedings(of: stream) {
            var (fragments, messages) = (SMPFragments(), [[UInt8]]())
            for piece in pieces { try fragments.receive(piece, into: &messages) }
            #expect(messages == [Vectors.definite, SMPRead.parameters.encoded(sequence: 9)])
            #expect(fragments.waiting.isEmpty)
        }
    }

    @Test("a length that no message has is refused, and the buffered bytes are dropped")
    func tooLong() {
        var (fragments, messages) = (SMPFragments(), [[UInt8]]())
        #expect(throws: Malformed.self) { try fragments.receive(bytes("0900FFFF00014200"), into: &messages) }
        #expect(fragments.waiting.isEmpty && messages.isEmpty)
    }

    @Test("the console's CRC is the fact sheet's")
    func crc() { #expect(SMPConsole.crc16(Array("123456789".utf8)) == 0x31C3) }

    @Test("messages are split into lines and read back, however they are cut and with log lines between")
    func console() {
        let request = SMPRead.imageState.encoded(sequence: 0x42)
        #expect(SMPConsole.lines(request) == [[6, 9] + Array("AAsIAAABAAFCAKDczA==\n".utf8)])
        #expect(SMPConsole.lines(Vectors.definite).flatMap { $0 } == Array(Vectors.console.utf8))
        #expect(SMPConsole.lines(Vectors.definite).allSatisfy { $0.count <= 127 })
        let lines = Vectors.console.split(separator: "\n", omittingEmptySubsequences: true)
        let stream = Array("boot\r\n\(lines[0])\n[00:01] log\n\(lines[1])\r\n".utf8)
        for pieces in feedings(of: stream) {
            var reader = SMPConsoleReader()
            let items = pieces.flatMap { reader.receive($0) }
            #expect(items == [.log(Array("boot".utf8)), .log(Array("[00:01] log".utf8)), .message(Vectors.definite)])
        }
    }

    @Test("a sender may cut its lines anywhere", arguments: [3, 20, 90, 93])
    func cutLines(size: Int) {
        var reader = SMPConsoleReader()
        let items = SMPConsole.lines(Vectors.definite, rawPerLine: size).flatMap { reader.receive($0) }
        #expect(items == [.message(Vectors.definite)])
    }

    @Test(
        "lines that form no message are reported, and the next message is read",
        arguments: [
            "\u{6}\u{9}AAsIAAABAAFCAKDczQ==\n", "\u{6}\u{9}AAsIAAABAAFCAKDczA=\n", "\u{6}\u{9}AAsIAAABAAFCAKDc!A==\n",
            "\u{4}\u{14}AAsI\n", "\u{6}\u{9}AAAA\n", "\u{6}\u{9}AAsIAAABAAFCAKDczAAA\n", "\u{6}\u{9}AAsI\n",
            "\u{6}\u{9}=AAA\n",
        ])
    func brokenLines(line: String) {
        var reader = SMPConsoleReader()
        let good = SMPConsole.lines(Vectors.definite).flatMap { $0 }
        let items = reader.receive(Array(line.utf8)) + reader.receive(good)
        #expect(items.count == 2 && items.last == .message(Vectors.definite))
        guard case .malformed? = items.first else {
            Issue.record("\(items)")
            return
        }
    }

    @Test("a line without an end is cut, not kept")
    func endless() {
        var reader = SMPConsoleReader()
        let items = reader.receive([UInt8](repeating: 0x41, count: SMPConsoleReader.longestLine * 3 + 3))
        #expect(items.count == 3)
    }

    @Test("hostile bytes give values or errors")
    func hostile() {
        var mutator = Mutator(
            seeds: [
                Vectors.definite, Vectors.indefinite, Vectors.image, Vectors.protected, Array(Vectors.console.utf8),
                ImageTests.elf([1, 2, 3, 4]), Array(ImageTests.hexFile(Vectors.image, at: 0x100).utf8),
            ])
        for _ in 0..<4_000 {
            let input = mutator.next()
            if let value = try? CBORReader.read(input) {
                #expect((try? CBORReader.read(value.encoded())) == value)
                #expect((try? CBORReader.read(value.encoded(.indefinite))) == value)
                _ = try? ImageSlot.list(value)
            }
            _ = try? SMPAnswer(input, to: .imageState, sequence: 0x42)
            var (fragments, messages) = (SMPFragments(), [[UInt8]]())
            try? fragments.receive(input, into: &messages)
            #expect(fragments.waiting.count < SMPFragments.longest)
            var reader = SMPConsoleReader()
            _ = reader.receive(input)
            if let image = try? MCUbootImage(decoding: input) { #expect(image.end <= input.count) }
            _ = try? BuildID.read(elf: input)
            _ = try? IntelHex.read(input)
            for field in DeviceInformation.allCases { _ = try? field.read(input) }
            _ = ConsoleIdentity.reading(String(decoding: input, as: UTF8.self))
        }
    }
}
