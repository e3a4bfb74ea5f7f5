import Ground
import Links
import NDEF
import Simulators
import TestSupport
import Testing

extension TagWriteStep {
    var report: TagWriteReport? { if case .finished(let report) = self { report } else { nil } }
    var failure: TagWriteFailure? { if case .failed(let failure) = self { failure } else { nil } }
    var refusal: TagWriteRefusal? { if case .failed(.refused(let refusal)) = self { refusal } else { nil } }
}

/// Writes a tag through a reader that passes ACKs on as a byte or swallows them.
func writeTag(
    _ tag: inout SimulatedTag, _ message: [UInt8], force: Bool = false, swallowsACK: Bool = false, limit: Int = 5_000
) -> (step: TagWriteStep, sent: [[UInt8]]) {
    let platform = TagPlatform(sak: tag.identity.sak)
    guard var writer = TagWriter(for: platform, message: message, force: force, uid: tag.identity.uid) else {
        return (.failed(.refused(.platform(platform))), [])
    }
    var sent: [[UInt8]] = []
    var step = writer.begin()
    while case .command(let command) = step, sent.count < limit {
        sent.append(command)
        guard let answer = tag.receive(command) else {
            step = writer.receiveNoAnswer()
            continue
        }
        step = writer.receive(swallowsACK && answer == [0x0A] ? [] : answer)
    }
    return (step, sent)
}

@Suite struct TagWriterTests {
    private let url = NDEFMessage([.uri("https://example.com/new")]).encoded

    @Test("a message is written to every chip and read back, and the blocks before it stay", arguments: NTAG.allCases)
    func everyChipIsWritten(chip: NTAG) throws {
        for size in [6, 27, 254, 255, chip.capacity - 1, chip.capacity] where size <= chip.capacity {
            for old in [nil, accessMessage, message(of: chip.capacity)] {
                var tag = try SimulatedTag.type2(chip, message: old)
                let front = try #require(tag.type2Memory)[..<16]
                let (step, sent) = writeTag(&tag, message(of: size), swallowsACK: size.isMultiple(of: 2))
                let report = try #require(step.report, "\(size): \(step)")
                #expect(report.after.message == message(of: size) && report.before?.message == old)
                #expect(tag.type2Memory?[..<16] == front)
                #expect(readTag(tag, .everything).step.contents?.findings == [], "no trace of the old message")
                #expect(report.writes == sent.filter { $0[0] == 0xA2 }.count)
                let facts = TagFacts(try #require(readTag(tag, .everything).step.contents))
                #expect(facts.blocks.last?.kind == (size == chip.capacity ? .message : .terminator))
                #expect(writeTag(&tag, message(of: size)).step.report?.writes == 0, "the message is already there")
            }
        }
        var tag = try SimulatedTag.type2(chip, message: nil)
        let refusal = writeTag(&tag, message(of: chip.capacity + 1)).step.refusal
        #expect(refusal == .tooSmall(message: chip.capacity + 1, capacity: chip.capacity))
    }

    @Test("only the data area is written, around control TLVs and the bytes that they reserve")
    func reservedBytesAreLeftAlone() throws {
        let data = bytes("0203600402 0303d0 eeeeeeee 0000 fe") + [UInt8](repeating: 0xEE, count: 100)
        var tag = SimulatedTag(Type2Memory(areaSize: 80, data: data, tail: 40))
        let before = try #require(tag.type2Memory)
        let (step, sent) = writeTag(&tag, url)
        #expect(step.report?.after.message == url, "\(step)")
        let after = try #require(tag.type2Memory)
        #expect(after[..<21] == before[..<21] && after[24..<28] == before[24..<28] && after[96...] == before[96...])
        #expect(sent.filter { $0[0] == 0xA2 }.allSatisfy { (4..<24).contains($0[1]) })
        #expect(writeTag(&tag, []).step.report?.after.message == nil, "no message makes it blank")
    }

    @Test("a message over several sectors is written and verified")
    func sectorsAreWritten() throws {
        // A lock control TLV gives the position of the lock bits: after the data area, 64 bytes per bit.
        var tag = SimulatedTag(Type2Memory(areaSize: 2040, data: bytes("0103882068 0300fe"), tail: 16))
        for size in [1_500, 2_031, 900] {
            tag.receiveActivation()
            let (step, _) = writeTag(&tag, message(of: size))
            #expect(step.report?.after.message == message(of: size), "\(size): \(step)")
        }
    }

    @Test("a tag removed at any command of a write reads as blank, as before, or as written")
    func tearingLeavesNoHalfMessage() throws {
        let old = NDEFMessage([.uri("https://example.com/old")]).encoded
        let type4 = try Type4Files(message: old, maximumWrite: 10)
        let tags = [
            try SimulatedTag.type2(.ntag213, message: old), SimulatedTag(type4), try .type2(.ntag216, message: old),
            SimulatedTag(
                Type2Memory(areaSize: 144, data: [0, 0, 0] + Type2Memory.block(0x03, old) + [0xFE], tail: 20)),
        ]
        for (number, whole) in tags.enumerated() {
            let new = number == 2 ? message(of: 300) : message(of: 60)
            var copy = whole
            let commands = writeTag(&copy, new).sent
            for count in commands.indices {
                var tag = whole
                tag.tearAway(afterAnswers: count)
                let (step, sent) = writeTag(&tag, new)
                // A failure to read the lock bytes is tolerated; then the first write command fails.
                #expect(sent.count == count + 1 || sent.count == count + 2)
                let failure = try #require(step.failure, "\(number), \(count)")
                tag.tearAway(afterAnswers: nil)
                tag.receiveActivation()
                let found = readTag(tag, .message).step.contents
                let isWhole = found.map { $0.message == nil || $0.message == old || $0.message == new } ?? false
                #expect(isWhole, "\(number), \(count): \(String(describing: found?.message))")
                check(failure, found?.message, old: old, new: new)
                tag.receiveActivation()
                #expect(writeTag(&tag, new).step.report?.after.message == new, "a second try succeeds")
            }
        }
    }

    /// Checks that the failure's account of the tag is true.
    private func check(_ failure: TagWriteFailure, _ found: [UInt8]?, old: [UInt8], new: [UInt8]) {
        switch failure {
        case .refused, .unreadable: #expect(found == old, "\(failure)")
        case .notWritten(let place, _, .unchanged):
            #expect(found == old && !place.isEmpty, "\(failure)")
        case .notWritten(_, _, .blank): #expect(found == nil, "\(failure)")
        case .notWritten(_, _, .unknown(let text)):
            #expect(text.contains(found == nil ? "blank" : found == old ? "before" : "new message"), "\(failure)")
        case .notVerified: #expect(found == new, "\(failure)")
        }
    }

    @Test("contents that are not understood are left alone unless forced, and are named")
    func whatIsNotUnderstoodIsRefused() throws {
        let block = Type2Memory.block(0x03, accessMessage)
        let cases: [(String, [UInt8])] = [
            ("proprietary TLV", Type2Memory.block(0xFD, [1, 2]) + block + [0xFE]),
            ("unknown type 0x04", block + [0x04, 0x01, 0x00, 0xFE]), ("more than one", block + block + [0xFE]),
            ("malformed, byte 5", bytes("0305d101550455fe")),
            ("unknown type 0x11", bytes("0000110033")), ("not blank", bytes("fe00112233")),
            ("runs past the end", bytes("03fe00")), ("control TLV follows the message", block + bytes("0203600402fe")),
            ("instead of 3", bytes("0202aaaa") + block), ("FFFF is reserved", block + bytes("03ffffff")),
        ]
        for (words, data) in cases {
            let whole = SimulatedTag(Type2Memory(areaSize: 144, data: data, tail: 20))
            var tag = whole
            let refusal = writeTag(&tag, url).step.refusal
            guard case .notUnderstood(let reason) = refusal else {
                Issue.record("\(words): \(String(describing: refusal))")
                continue
            }
            #expect(reason.contains(words), "\(reason)")
            #expect(refusal?.canBeForced == true && tag.type2Memory == whole.type2Memory)
            let step = writeTag(&tag, url, force: true).step
            #expect(step.report?.after.message == url, "\(words): \(step)")
        }
        var blank = SimulatedTag(Type2Memory(areaSize: 144, data: bytes("0103a00c34"), tail: 20))
        #expect(writeTag(&blank, url).step.report?.after.message == url, "a blank area without any NDEF TLV is taken")
    }

    @Test("what cannot be written is refused even with force")
    func whatCannotBeWrittenIsRefused() throws {
        let block = Type2Memory.block(0x03, accessMessage) + [0xFE]
        func refusal(_ tag: SimulatedTag) -> TagWriteRefusal? {
            var tag = tag
            let (step, sent) = writeTag(&tag, url, force: true)
            #expect(!sent.contains { $0[0] == 0xA2 || $0[1] == 0xD6 }, "nothing is written")
            return step.refusal
        }
        guard case .readOnly = refusal(SimulatedTag(Type2Memory(areaSize: 144, data: block, access: 0x0F))),
            case .notNDEF = refusal(SimulatedTag(type2Memory: [UInt8](repeating: 0, count: 64)))
        else {
            Issue.record("read-only and unformatted tags must be refused")
            return
        }
        var locked = try SimulatedTag.type2(.ntag213, message: accessMessage)
        #expect(locked.receive([0xA2, 2, 0, 0, 0x40, 0x00]) == [0x0A])
        #expect(refusal(locked) == .locked(pages: [6..<7]))
        var dynamic = try SimulatedTag.type2(.ntag216, message: message(of: 100))
        #expect(dynamic.receive([0xA2, 0xE2, 0x01, 0, 0, 0]) == [0x0A])
        #expect(writeTag(&dynamic, message(of: 400)).step.refusal?.description.contains("to 31") == true)
        #expect(writeTag(&dynamic, url).step.report != nil, "what lies before the locked pages can be written")

        var files = try Type4Files(message: accessMessage)
        files.container[14] = 0xFF
        #expect(refusal(SimulatedTag(files)) == .readOnly("the write access of its NDEF file is 0xff"))
        files.container[14] = 0x00
        files.container[6] = 0x01
        guard case .unsupported = refusal(SimulatedTag(files)) else {
            Issue.record("MLc of 1 cannot be used")
            return
        }
        var small = SimulatedTag(try Type4Files(message: [], fileSize: 20))
        #expect(writeTag(&small, url).step.refusal == .tooSmall(message: url.count, capacity: 18))
    }

    @Test("a Type 4 tag is written in pieces of MLc and read back", arguments: [2, 10, 0x34, 255, 0xFFFF])
    func typeFourIsWrittenInPieces(most: Int) throws {
        for size in [6, 100, 700] {
            for old in [[], accessMessage, message(of: 800)] {
                var tag = SimulatedTag(try Type4Files(message: old, maximumWrite: UInt16(most)))
                let (step, sent) = writeTag(&tag, message(of: size))
                #expect(step.report?.after.message == message(of: size), "\(step)")
                let updates = sent.filter { $0[1] == 0xD6 }
                let piece = min(most, 255)
                #expect(updates.count == (old.isEmpty ? 1 : 2) + (size + piece - 1) / piece)
                #expect(updates.allSatisfy { $0.count <= 5 + piece })
                #expect(writeTag(&tag, message(of: size)).step.report?.writes == 0)
                #expect(writeTag(&tag, []).step.report?.after.message == nil)
            }
        }
    }

    @Test("a tag of mapping version 1 is written with its own file selection")
    func versionOneIsWritten() throws {
        var files = try Type4Files(message: accessMessage)
        (files.mapping, files.container[2]) = (.version1, 0x10)
        var tag = SimulatedTag(files)
        #expect(writeTag(&tag, url).step.report?.after.message == url)
    }

    @Test("an extended file's length field of four bytes is written, a wrong length only with force")
    func typeFourSpecialsAreWritten() throws {
        var tag = SimulatedTag(try Type4Files(extended: accessMessage))
        #expect(writeTag(&tag, url).step.report?.after.message == url)
        #expect(tag.type4File?.prefix(4) == [0, 0, 0, UInt8(url.count)])
        #expect(writeTag(&tag, message(of: 40_000)).step.refusal?.description.contains("7FFF") == true)

        var files = try Type4Files(message: accessMessage)
        files.ndef[0] = 0xFF
        for broken in [files, try Type4Files(message: bytes("d10155"))] {
            var tag = SimulatedTag(broken)
            #expect(writeTag(&tag, url).step.refusal?.canBeForced == true)
            #expect(writeTag(&tag, url, force: true).step.report?.after.message == url)
        }
        var closed = try Type4Files(message: accessMessage)
        closed.isWritable = false
        var protected = SimulatedTag(closed)
        let failure = try #require(writeTag(&protected, url).step.failure)
        #expect(failure.description.contains("6982") && failure.description.contains("offset 0 was not written"))
        #expect(failure.description.contains("holds what it held before"))
    }

    @Test("a tag that forgets what was written does not verify")
    func aTagThatForgetsIsFound() throws {
        let whole = try SimulatedTag.type2(.ntag213, message: nil)
        guard var writer = TagWriter(for: .type2, message: url) else { return }
        var tag = whole
        var step = writer.begin()
        while case .command(let command) = step {
            let forgets = command[0] == 0xA2 && command[1] == 8
            step = forgets ? writer.receive([0x0A]) : tag.receive(command).map { writer.receive($0) } ?? step
        }
        guard case .failed(.notVerified(let place, _)) = step else {
            Issue.record("\(step)")
            return
        }
        #expect(place.hasPrefix("byte "))
    }
}
