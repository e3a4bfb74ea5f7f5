import Ground
import Links
import NDEF
import Simulators
import TestSupport
import Testing

/// The protections of a tag against writing (the capability container, lock bits, a password), known and unknown.
@Suite struct TagProtectionTests {
    private let url = NDEFMessage([.uri("https://example.com/new")]).encoded

    private func protection(
        of tag: SimulatedTag, uid: [UInt8]? = nil, _ depth: ReadingDepth = .everything
    ) throws -> TagFacts.Protection {
        var tag = tag
        let platform = TagPlatform(sak: tag.identity.sak)
        var reader = try #require(TagReader(for: platform, depth: depth, uid: uid ?? tag.identity.uid))
        var step = reader.begin()
        while case .command(let command) = step {
            step = tag.receive(command).map { reader.receive($0) } ?? reader.receiveNoAnswer()
            while step == .selectAgain {
                tag.receiveActivation()
                step = reader.receiveSelection()
            }
        }
        guard case .finished(let contents) = step else {
            Issue.record("\(step)")
            return TagFacts.Protection(.readOnly)
        }
        return TagFacts(contents).protection
    }

    @Test("a container that forbids writing and lock bits that are all set are both reported", arguments: NTAG.allCases)
    func both(chip: NTAG) throws {
        let protection = try protection(of: SimulatedTag(try Type2Memory(chip, message: accessMessage).locked))
        #expect(protection.isReadOnly && protection.isLocked == true && protection.isWritable == false)
        let text = "\(protection)"
        #expect(
            text
                == "read-only: the capability container forbids writing; locked: lock bits protect all of the data area"
        )
    }

    @Test("a tag whose lock bits were not read is neither writable nor locked, and the bits are named")
    func unread() throws {
        let block = Type2Memory.block(0x03, accessMessage) + [0xFE]
        var memory = Type2Memory(areaSize: 80, data: block)
        let open = try protection(of: SimulatedTag(memory))
        #expect(open.isWritable == nil && open.isLocked == false, "page 4 is known to be open")
        #expect("\(open)" == "writable; the lock bits of pages 16 to 23 were not read")
        (memory.bytes[10], memory.bytes[11]) = (0xF0, 0xFF)
        let half = try protection(of: SimulatedTag(memory))
        #expect(half.isWritable == false && half.isLocked == nil, "what is locked is known, and what is not is not")
        #expect("\(half)".hasSuffix("the lock bits of pages 16 to 23 were not read"))
        let hasty = try protection(of: try .type2(.ntag213, message: accessMessage), .message)
        #expect(hasty.isWritable == nil && hasty.isLocked == nil, "a phone's reading sees no lock bits")
        #expect(hasty.locks?.unread == [4..<40])
        let small = Type2Memory(areaSize: 48, data: block)
        #expect(try protection(of: SimulatedTag(small)).isWritable == true, "static bits are all that it has")
    }

    @Test("the access conditions of a Type 4 tag lock it")
    func typeFour() throws {
        var files = try Type4Files(message: accessMessage)
        #expect(try protection(of: SimulatedTag(files)).isWritable == true)
        #expect(try protection(of: SimulatedTag(files)).isLocked == false)
        files.container[14] = 0xFF
        let closed = try protection(of: SimulatedTag(files))
        #expect(closed.isLocked == true && closed.isReadOnly && closed.isWritable == false)
    }

    @Test("a password that protects pages from writing is reported", arguments: NTAG.allCases)
    func password(chip: NTAG) throws {
        var memory = try Type2Memory(chip, message: accessMessage)
        let open = try protection(of: SimulatedTag(memory))
        #expect(memory.passwordFrom == 0xFF && open.isWritable == true)
        for page in [0, 4, 20, 39] {
            memory.passwordFrom = page
            let guarded = try protection(of: SimulatedTag(memory))
            #expect(guarded.password == .from(page: max(page, 4)))
            #expect(guarded.isWritable == false && guarded.isLocked == false)
            #expect("\(guarded)" == "writing page \(max(page, 4)) and those behind it needs a password")
        }
        memory.passwordFrom = 4 + chip.chip.areaSize / 4
        #expect(try protection(of: SimulatedTag(memory)).isWritable == true, "pages after the data do not matter")
    }

    @Test("a configuration that cannot be read leaves the password unknown", arguments: NTAG.allCases)
    func unreadConfiguration(chip: NTAG) throws {
        var memory = try Type2Memory(chip, message: accessMessage)
        (memory.passwordFrom, memory.passwordGuardsReading) = (chip.chip.configurationPage, true)
        let hidden = try protection(of: SimulatedTag(memory))
        #expect(hidden.password == .unread && hidden.isWritable == nil && hidden.isLocked == false)
        #expect("\(hidden)" == "writable; whether writing needs a password was not read")
        // The bytes that were read may already be conclusive.
        (memory.bytes[10], memory.bytes[11]) = (0xF0, 0xFF)
        #expect(try protection(of: SimulatedTag(memory)).isWritable == false)
        (memory.bytes[10], memory.bytes[11]) = (0, 0)
        var tag = SimulatedTag(memory)
        let refusal = writeTag(&tag, url).step.refusal
        guard case .guarded("whether the chip asks for a password could not be read")? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(refusal?.canBeForced == true && tag.type2Memory == memory.bytes)
        #expect(writeTag(&tag, url, force: true).step.report?.after.message == url)
    }

    @Test("a proprietary access condition makes a tag neither writable nor locked")
    func proprietaryAccess() throws {
        var memory = try Type2Memory(.ntag213, message: accessMessage)
        memory.bytes[15] = 0x08
        let open = try protection(of: SimulatedTag(memory))
        #expect(open.isWritable == nil && open.isLocked == nil && !open.isReadOnly)
        #expect("\(open)" == "write access 0x08, which only its maker understands")
        memory = memory.locked
        memory.bytes[15] = 0x08
        let shut = try protection(of: SimulatedTag(memory))
        #expect(shut.isWritable == false && shut.isLocked == true, "lock bits are understood")
        var files = try Type4Files(message: accessMessage)
        files.container[14] = 0x80
        let closed = try protection(of: SimulatedTag(files))
        #expect(closed.isWritable == nil && closed.isLocked == nil)
    }

    @Test("a password that protects reading keeps the pages after it from a reader")
    func guardsReading() throws {
        var memory = try Type2Memory(.ntag213, message: message(of: 100))
        (memory.passwordFrom, memory.passwordGuardsReading) = (20, true)
        var tag = SimulatedTag(memory)
        #expect(tag.receive([0x30, 20]) == [0x00] && tag.receive([0x30, 19])?.count == 16)
        #expect(tag.receive([0x30, 19])?.suffix(12) == memory.bytes.prefix(12), "it begins again with page 0")
        #expect(tag.receive([0xA2, 20, 1, 2, 3, 4]) == [0x00] && tag.receive([0xA2, 19, 1, 2, 3, 4]) == [0x0A])
        #expect(readTag(SimulatedTag(memory), .message).step.contents == nil)
    }

    @Test("a writer leaves the pages from AUTH0 on alone, names the first, and tries them only with force")
    func writerAndPassword() throws {
        for chip in NTAG.allCases {
            var memory = try Type2Memory(chip, message: accessMessage)
            memory.passwordFrom = 8
            let whole = SimulatedTag(memory)
            var tag = whole
            let (step, sent) = writeTag(&tag, message(of: 60))
            guard case .guarded(let reason)? = step.refusal else {
                Issue.record("\(chip): \(step)")
                continue
            }
            #expect(reason.contains("page 8 must change, and from page 8 on the chip asks"), "\(reason)")
            #expect(step.refusal?.canBeForced == true && tag.type2Memory == whole.type2Memory)
            #expect(!sent.contains { $0[0] == 0xA2 }, "nothing is written")
            let forced = writeTag(&tag, message(of: 60), force: true).step.failure
            guard case .notWritten("page 8", _, .blank)? = forced else {
                Issue.record("\(chip): \(String(describing: forced))")
                continue
            }
            memory.passwordFrom = 30
            var before = SimulatedTag(memory)
            #expect(
                writeTag(&before, url).step.report?.after.message == url, "what lies before the password is written")
        }
    }

    @Test("a writer leaves pages alone whose lock bits it cannot read, names them, and writes them only with force")
    func writerAndUnreadLocks() throws {
        let whole = SimulatedTag(Type2Memory(areaSize: 160, data: bytes("0300fe")))
        var tag = whole
        let refusal = writeTag(&tag, message(of: 60)).step.refusal
        guard case .guarded(let reason)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(reason.contains("pages 16 to 19 must change"), "\(reason)")
        #expect(tag.type2Memory == whole.type2Memory && refusal?.canBeForced == true)
        #expect(writeTag(&tag, url).step.report?.after.message == url, "static lock bits are known")
        #expect(writeTag(&tag, message(of: 60), force: true).step.report?.after.message == message(of: 60))
    }

    @Test("a tag that only resembles an NTAG is not said to have its password")
    func likeness() throws {
        // An Ultralight C has the same size, and a counter where the NTAG has AUTH0.
        let memory = Type2Memory(areaSize: 144, data: bytes("0300fe"), tail: 32)
        var tag = SimulatedTag(memory)
        #expect(writeTag(&tag, message(of: 60)).step.report?.after.message == message(of: 60))
    }

    @Test("a locked tag is refused as a whole")
    func lockedWords() throws {
        var tag = SimulatedTag(try Type2Memory(.ntag213, message: accessMessage))
        for page: UInt8 in [2, 0x28] { #expect(tag.receive([0xA2, page, 0xFF, 0x0F, 0xF0, 0xFF]) == [0x0A]) }
        let refusal = try #require(writeTag(&tag, message(of: 130)).step.refusal)
        guard case .locked(let pages) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect("\(refusal)" == "lock bits protect pages 5 to 38 permanently, and they hold the message", "\(pages)")
        #expect(!"\(refusal)".contains("partly"))
    }
}
