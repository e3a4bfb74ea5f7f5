import Ground
import NDEF
import Simulators
import TestSupport
import Testing

/// Type 4 tags that behave in all the ways that the standard leaves open.
@Suite struct TagFileTests {
    private func tag(_ size: Int, _ change: (inout Type4Files) -> Void = { _ in }) throws -> SimulatedTag {
        var files = try Type4Files(message: message(of: size))
        change(&files)
        return SimulatedTag(files)
    }

    @Test("an extended file is read with data objects beyond offset 7FFF", arguments: [true, false])
    func anExtendedFileIsReadToItsEnd(wraps: Bool) throws {
        for size in [10, 32_764, 32_765, 40_000] {
            var files = try Type4Files(extended: message(of: size), maximumRead: 0x0100)
            files.wrapsObjects = wraps
            let (step, sent, _) = readTag(SimulatedTag(files), .message)
            let contents = try #require(step.contents, "\(step)")
            #expect(contents.message == message(of: size), "\(size)")
            let objects = sent.filter { $0[1] == 0xB1 }
            let behind = max(0, size + 4 - 0x8000)
            #expect(objects.isEmpty == (behind <= 4), "\(size): \(objects.count)")
            #expect(contents.findings.contains { $0.meaning.contains("not tried on hardware") } == !objects.isEmpty)
            #expect(objects.allSatisfy { $0.count == 11 })
        }
    }

    @Test("a tag that corrects Le, returns less than asked, or needs GET RESPONSE is still read")
    func behavioursAreFollowed() throws {
        let whole = message(of: 600)
        let changes: [(inout Type4Files) -> Void] = [
            { ($0.oversize, $0.maximumRead) = (.corrected, 0x20) }, { ($0.oversize, $0.maximumRead) = (.cut, 0x20) },
            { $0.wantsGetResponse = true }, { ($0.mapping, $0.container[2]) = (.version1, 0x10) },
            { $0.container[2] = 0x30 },
        ]
        for (index, change) in changes.enumerated() {
            let (step, _, _) = readTag(try tag(600, change), .message)
            #expect(step.contents?.message == whole, "\(index): \(step)")
        }
    }

    @Test("the reason a tag cannot be read is named")
    func failuresAreNamed() throws {
        let changes: [(String, (inout Type4Files) -> Void)] = [
            ("6700", { $0.maximumRead = 0x20 }), ("6a82", { $0.hasContainer = false }),
            ("does not let itself be read", { $0.isReadable = false }),
            ("file has room for 2046", { ($0.ndef[0], $0.ndef[1]) = (0x08, 0x00) }),
            ("MLe is 14", { $0.container[4] = 0x0E }), ("6a82", { $0.ndefFile = 0xE105 }),
            ("6b00", { $0.ndef.removeLast($0.ndef.count - 2) }),
        ]
        for (words, change) in changes {
            let (step, _, _) = readTag(try tag(100, change), .message)
            #expect(step.failure?.description.contains(words) == true, "\(words): \(step)")
        }
    }

    @Test("a full read of a container lists all its files")
    func allFilesAreTold() throws {
        var files = try Type4Files(message: accessMessage)
        files.container[1] = 0x1F
        files.container += bytes("0506e1050100ffff 0406e10608000000")
        let contents = try #require(readTag(SimulatedTag(files), .everything).step.contents)
        let facts = TagFacts(contents)
        #expect(facts.files.map(\.identifier) == [0xE104, 0xE105, 0xE106])
        #expect(facts.files.map(\.kind) == [.ndef, .proprietary, .ndef])
        #expect(facts.findings.contains { $0.meaning.contains("second NDEF file") })
        #expect(facts.capacity == 0x0800 - 2 && facts.used == accessMessage.count)
        #expect(facts.blockSizes?.read == 0x3B && facts.blockSizes?.write == 0x34 && facts.version == 0x20)
        let short = try #require(readTag(SimulatedTag(files), .message).step.contents)
        #expect(TagFacts(short).files.count == 1, "a phone needs only the first")
        files.container[14] = 0xFF
        #expect(
            TagFacts(try #require(readTag(SimulatedTag(files), .message).step.contents)).protection == .init(.readOnly))
        files.container[14] = 0x85
        let secret = TagFacts(try #require(readTag(SimulatedTag(files), .message).step.contents))
        #expect(secret.protection == .init(.proprietary(access: 0x85)) && secret.lines.contains { $0.contains("0x85") })
    }
}
