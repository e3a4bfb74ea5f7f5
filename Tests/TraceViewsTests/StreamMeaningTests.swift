import ApplicationServices
import Ground
import Journal
import Links
import NearbyInteraction
import Recordings
import Testing
import Vocabulary

@testable import Views

@Suite("Streams in views") struct StreamMeaningTests {
    private static let stream = StreamID.dataChannel(of: "accessory")

    private func entries(_ pieces: [[UInt8]], on stream: StreamID = stream) -> [TimelineEntry] {
        var reader = TimelineReader()
        return pieces.enumerated().compactMap { index, piece in
            reader.receive(
                .received(Arrival(.stream(stream, .bytes(piece)), at: .start), now: .start, number: index + 1))
        }
    }

    @Test("messages mean the same however the stream is cut, and connections are independent") func pieces() {
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

    @Test("messages of a screen and an agent mean the same however they are cut") func agents() {
        let agent = StreamID.agent(of: "pad", connection: 1)
        // hello, and one byte of the application (network.md, section 8.3).
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

    @Test("bytes that are no message are shown as bytes") func others() {
        let entry = entries([[0x47, 0x45, 0x54, 0x20, 0x2F]]).first
        #expect(entry?.kind == "stream" && entry?.frame?.bytes.count == 5)
    }

    @Test("two runs are compared message by message on each connection, however they are cut") func comparison() {
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

    /// Returns the differences between two runs, each given as its arrivals.
    private func differences(_ a: [Inbound], _ b: [Inbound]) -> [FirstDifference] {
        var comparison = TraceComparison()
        for (run, list) in [(ComparedRun.a, a), (.b, b)] {
            var reader = TimelineReader()
            for (index, inbound) in list.enumerated() {
                let event = TraceEvent.received(Arrival(inbound, at: .start), now: .start, number: index + 1)
                if let entry = reader.receive(event) { comparison.receive(entry, of: run) }
            }
        }
        return comparison.finish()
    }

    @Test("tokens are matched with those of the other run, and must then stay the same") func tokens() {
        func said(_ granted: UInt64, _ shown: UInt64...) -> [Inbound] {
            let messages =
                [ControlMessage.granted(ServiceToken(rawValue: granted))]
                + shown.map { .connect(ServiceToken(rawValue: $0), ServiceParameters.standard.digest) }
            return messages.enumerated().map { index, message in
                .stream(.agent(of: "pad", connection: UInt32(index + 1)), .bytes(message.encoded))
            }
        }
        #expect(differences(said(5, 5, 6), said(7, 7, 8)).isEmpty)
        #expect(differences(said(5, 5, 6), said(7, 7, 7)).count == 1)
        #expect(differences(said(5, 5), said(7, 8)).map(\.stream) == ["stream 2 agent:pad"])
        let agent = StreamID.agent(of: "pad", connection: 1)
        let entry = entries([ControlMessage.granted(ServiceToken(rawValue: 5)).encoded], on: agent).first
        #expect(entry?.text.contains("token") == false, "who reads a trace sees it as it is")
    }

    @Test("a certificate is the bench's own, and a screen's port differs each time") func peers() {
        func run(_ pin: String, _ again: String, _ peer: String) -> [Inbound] {
            [
                .discovery(.published("pad", as: "Pad", pin: pin)), .discovery(.withdrawn("pad")),
                .discovery(.published("pad", as: "Pad", pin: again)),
                .stream(.agent(of: "pad", connection: 1), .opened(peer)),
            ]
        }
        #expect(differences(run("aa", "aa", "10.0.0.9:4000"), run("bb", "bb", "10.0.0.9:50001")).isEmpty)
        #expect(differences(run("aa", "aa", "10.0.0.9:4000"), run("bb", "cc", "10.0.0.9:4000")).count == 1)
    }

    @Test("and so do their journal entries") func notes() throws {
        func notes(_ pin: String, _ peer: String, _ connection: Int = 1) throws -> [TimelineEntry] {
            var reader = TimelineReader()
            return try [CompanionEvent.published(name: "Pad", pin: pin), .reached(connection: connection, peer: peer)]
                .compactMap { event in
                    let entry = JournalEntry(.phone(event: .companion(name: "pad", event: event)), at: .start)
                    return TraceNote(entry).flatMap { reader.receive(.journal($0)) }
                }
        }
        func count(_ a: [TimelineEntry], _ b: [TimelineEntry]) -> Int {
            var comparison = TraceComparison()
            for entry in a { comparison.receive(entry, of: .a) }
            for entry in b { comparison.receive(entry, of: .b) }
            return comparison.finish().count
        }
        #expect(try count(notes("aa", "10.0.0.9:4000"), notes("bb", "10.0.0.9:50001")) == 0)
        #expect(try count(notes("aa", "10.0.0.9:4000"), notes("aa", "10.0.0.9:4000", 2)) == 1)
    }
}
