import ApplicationServices
import Ground
import LinkKinds
import Links
import NearbyInteraction
import Recordings
import Testing

@testable import TraceViews

@Suite("Streams in views") struct StreamMeaningTests {
    private static let stream = StreamID("accessory", 1)

    private func entries(_ pieces: [[UInt8]], on stream: StreamID = stream) -> [TimelineEntry] {
        var reader = TimelineReader()
        return pieces.enumerated().compactMap { index, piece in
            reader.receive(
                .received(Arrival(.stream(stream, .bytes(piece)), at: .start), now: .start, number: index + 1))
        }
    }

    @Test("messages mean the same however the stream is cut, and each connection by itself") func pieces() {
        let whole = MessageStream.frame([0x02]) + MessageStream.frame([0x03])
        for cut in 1..<whole.count {
            let cutEntries = entries([Array(whole[..<cut]), Array(whole[cut...])])
            let messages = cutEntries.compactMap(\.frame).flatMap { frame -> [ChannelMessage] in
                if case .messages(let messages) = frame.meaning { messages } else { [] }
            }
            #expect(messages == [.accessory(.uwbDidStart), .accessory(.uwbDidStop)])
            #expect(cutEntries.allSatisfy { $0.kind == "nearby interaction" })
        }
    }

    @Test("what a screen and an agent say means the same however it is cut") func agents() {
        let agent = StreamID(agentOf: "pad", connection: 1)
        // hello, and one byte of the application (network fact sheet, section 8.3).
        let whole: [UInt8] = [2, 0, 0, 0, 1, 0x16, 3, 0, 0, 0, 1, 0x20, 0x41]
        for cut in 1..<whole.count {
            let cutEntries = entries([Array(whole[..<cut]), Array(whole[cut...])], on: agent)
            let messages = cutEntries.compactMap(\.frame).flatMap { frame -> [ControlMessage] in
                if case .control(let messages) = frame.meaning { messages } else { [] }
            }
            #expect(messages == [.hello, .data([0x41])])
            #expect(cutEntries.allSatisfy { $0.kind == "agent" })
        }
        let broken = entries([[0, 0, 0, 0], [1, 2]], on: agent)
        #expect(broken.map(\.kind) == ["malformed", "stream"])
    }

    @Test("what is no message is shown as its bytes") func others() {
        let entry = entries([[0x47, 0x45, 0x54, 0x20, 0x2F]]).first
        #expect(entry?.kind == "stream" && entry?.frame?.bytes.count == 5)
    }

    @Test("two runs are compared message by message on each connection, whatever the pieces") func comparison() {
        let messages = [[0x01], [0x02], [0x03]].map { MessageStream.frame($0) }
        func parts(_ a: [[UInt8]], _ b: [[UInt8]]) -> [FirstDifference] {
            var comparison = TraceComparison()
            for entry in entries(a) { comparison.receive(entry, of: .a) }
            for entry in entries(b) { comparison.receive(entry, of: .b) }
            return comparison.finish()
        }
        #expect(parts(messages, [messages.flatMap { $0 }]).isEmpty)
        #expect(parts(messages, Array(messages.dropLast())).map(\.alike) == [2])
    }
}
