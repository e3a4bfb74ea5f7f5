import ApplicationServices
import Captures
import Ground
import Links
import NearbyInteraction
import Recordings
import Testing
import Traces

/// A redacted trace contains nothing about companions, their services and tokens, or the network.
@Suite struct AgentRedactionTests {
    private static let stream = StreamID.agent(of: "Ritas-pad", connection: 2)
    private static let token = ServiceToken(rawValue: 0x5EC2_E75E_C2E7_5EC2)
    private static let digest = ServiceParameters(framer: "rita-framer").digest
    private static let secrets =
        ["Rita", "rita", "game", "hello"].map { Array($0.utf8) } + [
            withUnsafeBytes(of: token.rawValue.littleEndian, Array.init), digest.encoded,
        ]

    /// Returns the complete redacted trace as its file.
    private func file(_ events: [TraceEvent]) -> [UInt8] {
        var (redactor, writer, file) = (Redactor(), TraceWriter(), [UInt8]())
        for event in events { if let event = redactor.receive(event) { writer.append(event, to: &file) } }
        return file
    }

    private func holds(_ file: [UInt8], _ secret: [UInt8]) -> Bool {
        file.indices.contains { file[$0...].starts(with: secret) }
    }

    private static let messages: [(isSent: Bool, message: ControlMessage)] = [
        (false, .invite("Ritas-game", .iPadOS, digest)), (true, .prompting), (true, .granted(token)),
        (false, .connect(token, digest)), (true, .hello), (false, .data(Array("hello Rita".utf8))),
    ]

    /// Returns events in which a companion is published, invited, granted and connected, with each message whole or in
    /// two pieces.
    private func events(cut: Int?) -> [TraceEvent] {
        var events: [TraceEvent] = [
            .began(
                TraceHeader(
                    scenario: "picks", rig: "simulated", seed: 1, program: "trammel tests",
                    wallClock: WallInstant(nanoseconds: 1_700_000_000_000_000_000), start: .start, accessories: [],
                    hasKit: false, hasReader: false, scenarioText: "", rigText: "")),
            .sent(
                .discovery(.publish("Ritas-pad", shownAs: "Ritas iPad", strings: ["svc=Ritas-game"])), at: .start,
                number: 1),
            .received(
                Arrival(.discovery(.published("Ritas-pad", as: "Ritas iPad", pin: "rita01")), at: .start), now: .start,
                number: 2),
            .received(Arrival(.stream(Self.stream, .opened("10.0.0.7 (Rita)")), at: .start), now: .start, number: 3),
            .kernel(
                CapturedPacket(instant: nil, linkType: .rawIP, interface: 1, bytes: Array("Ritas-pad.local".utf8))),
        ]
        for (isSent, message) in Self.messages {
            let place = min(cut ?? message.encoded.count, message.encoded.count)
            for piece in [message.encoded[..<place], message.encoded[place...]] where !piece.isEmpty {
                let number = events.count + 1
                events.append(
                    isSent
                        ? .sent(.stream(Self.stream, .bytes(Array(piece))), at: .start, number: number)
                        : .received(
                            Arrival(.stream(Self.stream, .bytes(Array(piece))), at: .start), now: .start, number: number
                        ))
            }
        }
        return events
    }

    @Test("nothing redacted is in the file, however the messages are cut", arguments: [nil, 1, 4, 6, 7, 9, 15])
    func gone(cut: Int?) {
        var (writer, plain) = (TraceWriter(), [UInt8]())
        for event in events(cut: nil) { writer.append(event, to: &plain) }
        let redacted = file(events(cut: cut))
        for secret in Self.secrets {
            #expect(holds(plain, secret), "it is looked for in the right form")
            #expect(!holds(redacted, secret), "\(String(decoding: secret, as: UTF8.self))")
        }
    }

    @Test("messages that were cut are still the same ones, of the same length", arguments: [1, 4, 5, 6, 7, 9, 15, 40])
    func cut(_ place: Int) throws {
        var (redactor, count) = (Redactor(), [Int]())
        var stream = [false: ControlStream(), true: ControlStream()]
        for event in events(cut: place) {
            var messages: [ControlMessage] = []
            switch redactor.receive(event) {
            case .sent(.stream(_, .bytes(let bytes)), _, _): try stream[true]?.receive(bytes, into: &messages)
            case .received(let arrival, _, _):
                guard case .stream(_, .bytes(let bytes)) = arrival.inbound else { continue }
                try stream[false]?.receive(bytes, into: &messages)
            default: continue
            }
            count += messages.map(\.encoded.count)
        }
        #expect(count == Self.messages.map(\.message.encoded.count))
        var (lan, plain, redacted) = (MessageStream(), [[UInt8]](), [[UInt8]]())
        let bytes = [[1, 2, 3, 4, 5, 6, 7], [2], [9, 9, 9]].flatMap { MessageStream.frame($0) }
        for piece in [bytes.prefix(place), bytes.dropFirst(place)] {
            let event = TraceEvent.received(
                Arrival(.stream(.dataChannel(of: "door"), .bytes(Array(piece))), at: .start), now: .start,
                number: 1)
            guard case .received(let arrival, _, _)? = redactor.receive(event),
                case .stream(_, .bytes(let hidden)) = arrival.inbound
            else { continue }
            try lan.receive(hidden, into: &redacted)
        }
        var whole = MessageStream()
        try whole.receive(bytes, into: &plain)
        #expect(redacted.map(\.count) == plain.map(\.count))
    }

    @Test("the rest can still be read: the same messages of the same length, with one token for one token")
    func readable() throws {
        var (redactor, messages) = (Redactor(), [ControlMessage]())
        var stream = [false: ControlStream(), true: ControlStream()]
        for event in events(cut: nil) {
            switch redactor.receive(event) {
            case .sent(.stream(let id, .bytes(let bytes)), _, _):
                #expect(id.connection == 2 && id.companion != Self.stream.companion)
                try stream[true]?.receive(bytes, into: &messages)
            case .received(let arrival, _, _):
                guard case .stream(_, .bytes(let bytes)) = arrival.inbound else { continue }
                try stream[false]?.receive(bytes, into: &messages)
            default: continue
            }
        }
        #expect(messages.map(\.encoded.count) == Self.messages.map(\.message.encoded.count))
        guard case .granted(let granted)? = messages.dropFirst(2).first,
            case .connect(let used, _)? = messages.dropFirst(3).first
        else { return #expect(Bool(false), "\(messages)") }
        #expect(granted == used && granted != Self.token)
    }
}
