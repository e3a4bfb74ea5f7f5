import Ground
import Links
import TestSupport
import Testing

@testable import NFCDriver

@Suite("Messages between the rig and its reader helper")
struct NFCChildMessageTests {
    static let tag = TagIdentity(uid: bytes("04a1b2c3d4e580"), atqa: 0x0344, sak: 0x20, ats: bytes("7577810280"))

    static let longTag = TagIdentity(
        uid: bytes("04a1b2c3d4e580010203"), atqa: 0x0344, sak: 0x20, ats: [UInt8](repeating: 7, count: 254))

    static let messages: [ChildMessage] = [
        .poll, .exchange(bytes("3004"), within: .milliseconds(350)), .exchange([], within: .zero), .checkPresence, .end,
        .opened("pn532"), .opened(""), .tagFound(tag), .tagFound(TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)),
        .tagsFound([tag, TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0)]), .tagsFound([longTag, longTag, longTag]),
        .noTag, .response([UInt8](repeating: 7, count: 264)), .response([]), .exchangeFailed(.tagLost, "gone ü"),
        .exchangeFailed(.transmission, ""), .tagPresent, .tagAbsent, .failed("no reader"),
    ]

    @Test("Every message has one frame")
    func knownAnswers() {
        #expect(ChildMessage.poll.frame == bytes("01 01 00 00"))
        #expect(
            ChildMessage.exchange([0x30, 4], within: .milliseconds(350)).frame == bytes("01 02 06 00 5e010000 3004"))
        #expect(
            ChildMessage.tagFound(Self.tag).frame == bytes("01 82 11 00 4403 20 07 04a1b2c3d4e580 05 7577810280"))
        #expect(ChildMessage.exchangeFailed(.timeout, "x").frame == bytes("01 85 02 00 03 78"))
        let one = "4403 20 07 04a1b2c3d4e580 05 7577810280"
        #expect(ChildMessage.tagsFound([Self.tag, Self.tag]).frame == bytes("01 89 22 00" + one + one))
        #expect(ChildMessage.failed("no").frame == bytes("01 88 02 00 6e6f"))
    }

    @Test("Every message decodes unchanged, however its bytes arrive")
    func roundTrip() throws {
        for feeding in feedings(of: Self.messages.flatMap(\.frame)) {
            var stream = ChildStream()
            var received: [ChildMessage] = []
            for part in feeding { received += try stream.receive(part) }
            #expect(received == Self.messages)
        }
    }

    @Test(
        "Other versions, unknown kinds and wrong lengths are refused",
        arguments: [
            "02 01 00 00", "01 7f 00 00", "01 01 01 00 00", "01 02 03 00 000000", "01 82 04 00 4403 20 07",
            "01 85 01 00 09", "01 88 01 00 ff", "01 84 01 04", "01 89 00 00", "01 89 09 00 0400 00 04 01020304 00",
            "01 89 01 00 44",
        ])
    func refused(frame: String) {
        var stream = ChildStream()
        #expect(throws: Malformed.self) { try stream.receive(bytes(frame)) }
    }

    @Test("A text of any length fits its frame")
    func longText() throws {
        let text = String(repeating: "\u{1F4F6}", count: 2000)
        var stream = ChildStream()
        #expect(try stream.receive(ChildMessage.failed(text).frame) == [.failed(String(text.prefix(240)))])
    }

    @Test("No hostile stream traps, and an accepted message encodes as it was read")
    func fuzz() throws {
        var mutator = Mutator(seeds: Self.messages.map { Array($0.frame.prefix(40)) })
        var accepted = 0
        for _ in 0..<100_000 {
            var stream = ChildStream()
            let input = mutator.next(limit: 60)
            guard let messages = try? stream.receive(input) else { continue }
            accepted += messages.count
            let written = messages.flatMap(\.frame)
            if Array(input.prefix(written.count)) != written { Issue.record("\(input.hex) became \(written.hex)") }
        }
        #expect(accepted > 10_000)
    }
}
