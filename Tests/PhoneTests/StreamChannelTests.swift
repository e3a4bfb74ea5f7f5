import Ground
import Links
import NearbyInteraction
import Testing

@testable import Phone

@Suite("The data channel over a byte stream") struct StreamChannelTests {
    private static let ids = MessageIdentifiers.appleSample

    /// An accessory at the other end that accepts bytes divided anywhere, and answers in pieces of three bytes.
    private struct Peer {
        private var stream = MessageStream()
        private(set) var heard: [PhoneMessage] = []

        mutating func receive(_ bytes: [UInt8]) throws -> [[UInt8]] {
            var messages: [[UInt8]] = []
            try stream.receive(bytes, into: &messages)
            var answer: [UInt8] = []
            for message in messages {
                let message = try PhoneMessage(decoding: message)
                heard.append(message)
                let data = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0x1122))
                switch message {
                case .initialize: answer += MessageStream.frame([ids.accessoryConfigurationData] + data.encoded)
                case .configureAndStart: answer += MessageStream.frame([ids.uwbDidStart])
                case .stop: answer += MessageStream.frame([ids.uwbDidStop])
                default: break
                }
            }
            return stride(from: 0, to: answer.count, by: 3).map { Array(answer[$0..<min($0 + 3, answer.count)]) }
        }
    }

    /// Carries out the channel's effects until neither side has anything to send.
    private func exchange(
        _ effects: [ChannelEffect<StreamRequest>], _ channel: inout StreamChannel, _ peer: inout Peer
    ) throws -> [ChannelEffect<StreamRequest>] {
        var (waiting, told) = (effects, [ChannelEffect<StreamRequest>]())
        while !waiting.isEmpty {
            let effect = waiting.removeFirst()
            switch effect {
            case .request(.open): waiting += channel.receive(.opened("Door"), at: .start)
            case .request(.bytes(let bytes)):
                for piece in try peer.receive(bytes) { waiting += channel.receive(.bytes(piece), at: .start) }
            case .request(.close): waiting += channel.receive(.closed("as asked"), at: .start)
            default: told.append(effect)
            }
        }
        return told
    }

    @Test("Nearby Interaction's messages go both ways, whole and in order") func messages() throws {
        var (channel, peer) = (StreamChannel(), Peer())
        var told = try exchange(channel.open(), &channel, &peer)
        #expect(told == [.opened, .event(.opened(peer: "Door"))] && channel.isReady)
        let shareable = ShareableConfigurationData(
            sessionID: 7, initialization: try #require(StaticSTSInitialization([1, 2, 3, 4, 5, 6])),
            address: ShortAddress(rawValue: 0x3344))
        let messages: [(PhoneMessage, MessageKind)] = [
            (.initialize, .initialize), (.configureAndStart(shareable.encoded), .shareableConfiguration),
            (.stop, .stop),
        ]
        told = []
        for (message, kind) in messages {
            told += try exchange(channel.send(message.encoded(using: Self.ids), kind, at: .start), &channel, &peer)
        }
        #expect(peer.heard == messages.map(\.0))
        let received = told.compactMap { if case .message(let bytes) = $0 { bytes } else { nil } }
        let decoded = try received.map { try AccessoryMessage(decoding: $0) }
        guard case .accessoryConfigurationData(let payload)? = decoded.first else { throw Malformed(at: 0, "another") }
        #expect(try AccessoryConfigurationData(decoding: payload).address.rawValue == 0x1122)
        #expect(Array(decoded.dropFirst()) == [.uwbDidStart, .uwbDidStop])
        #expect(told.filter { if case .sent = $0 { true } else { false } }.count == 3)
    }

    @Test("messages sent while the stream opens leave once it is open, in order") func queue() throws {
        var (channel, peer) = (StreamChannel(), Peer())
        let opening = channel.open()
        #expect(channel.canSend && !channel.isReady)
        for message in [PhoneMessage.initialize, .stop] {
            #expect(channel.send(message.encoded(using: Self.ids), message.kind, at: .start).isEmpty)
        }
        let told = try exchange(opening, &channel, &peer)
        #expect(peer.heard == [.initialize, .stop] && told.first == .opened)
    }

    @Test("messages beyond the queue's limit are not sent, and reported") func bound() {
        var channel = StreamChannel()
        _ = channel.open()
        for _ in 0..<MessageQueue.limit { #expect(channel.send([0x0A], .initialize, at: .start).isEmpty) }
        guard case .finding(let finding)? = channel.send([0x0A], .initialize, at: .start).first else {
            Issue.record("it was taken")
            return
        }
        #expect(finding.code == "channel.notPossible")
    }

    @Test("a stream that never opened, a lost one and one that the phone closed are distinguished") func ends() {
        var channel = StreamChannel()
        _ = channel.open()
        #expect(channel.receive(.closed("refused"), at: .start) == [.event(.notOpened(reason: "refused"))])
        _ = channel.open()
        _ = channel.receive(.opened("Door"), at: .start)
        #expect(channel.receive(.closed("reset"), at: .start) == [.event(.lost(reason: .other(text: "reset")))])
        #expect(!channel.isUp && !channel.canSend)
        for reason in [DisconnectReason.remote, .reset, .unacknowledged] {
            _ = channel.open()
            _ = channel.receive(.opened("Door"), at: .start)
            #expect(channel.receive(.ended(reason), at: .start) == [.event(.lost(reason: reason))])
        }
        _ = channel.open()
        _ = channel.receive(.opened("Door"), at: .start)
        #expect(channel.disconnect() == [.request(.close)] && channel.isUp && !channel.canSend)
        #expect(channel.receive(.bytes([1, 0, 0, 0, 2]), at: .start).isEmpty, "nothing counts behind the close")
        #expect(channel.receive(.closed("done"), at: .start) == [.event(.lost(reason: .local))])
    }

    @Test("a connection that does not open in time is given up, reported once, and can be tried again") func late() {
        var channel = StreamChannel()
        _ = channel.open(within: .seconds(2), at: .start)
        #expect(channel.deadline == .start + .seconds(2) && channel.advance(to: .start + .seconds(1)).isEmpty)
        let effects = channel.advance(to: .start + .seconds(2))
        #expect(effects == [.request(.close), .event(.notOpened(reason: "no answer within 2.00 s"))])
        #expect(channel.receive(.opened("Door"), at: .start).isEmpty, "it was given up")
        #expect(channel.isUp && channel.receive(.closed("as asked"), at: .start).isEmpty && !channel.isUp)
        #expect(channel.open(within: .seconds(2), at: .start) == [.request(.open)])
    }

    @Test("a lost connection is reopened as often as the app allows") func anew() {
        var channel = StreamChannel(reconnectAttempts: 2)
        _ = channel.open(within: .seconds(2), at: .start)
        #expect(channel.receive(.opened("Door"), at: .start).last == .event(.opened(peer: "Door")))
        #expect(
            channel.receive(.ended(.reset), at: .start)
                == [.event(.lost(reason: .reset)), .event(.reconnecting(attempt: 1)), .request(.open)])
        #expect(
            channel.receive(.closed("refused"), at: .start) == [.event(.reconnecting(attempt: 2)), .request(.open)])
        #expect(channel.receive(.closed("refused"), at: .start) == [.event(.notOpened(reason: "refused"))])
    }

    @Test("a length that no message has is the accessory's fault, and ends the channel") func nonsense() {
        var channel = StreamChannel()
        _ = channel.open()
        _ = channel.receive(.opened("Door"), at: .start)
        let effects = channel.receive(.bytes([1, 0, 0, 0, 2, 0xFF, 0xFF, 0xFF, 0xFF]), at: .start)
        #expect(effects.first == .message([2]) && effects.last == .request(.close))
        let findings = effects.compactMap { if case .finding(let finding) = $0 { finding } else { nil } }
        #expect(findings.map(\.weight) == [.fault] && findings.map(\.code) == ["message.malformed"])
    }

    @Test(
        "another protocol is named as the reason why the connection was lost",
        arguments: [
            ([0, 0, 0, 38, 1], "big endian, for 38 bytes"), (Array("HTTP/1.1 400 Bad Request\r\n".utf8), "HTTP server"),
            ([0x15, 3, 3, 0, 2, 2, 70], "TLS"), (Array("SSH-2.0-OpenSSH_9.2\r\n".utf8), "SSH-2.0-OpenSSH_9.2"),
        ] as [([UInt8], String)])
    func foreign(bytes: [UInt8], name: String) {
        var channel = StreamChannel()
        _ = channel.open()
        _ = channel.receive(.opened("Door"), at: .start)
        #expect(channel.receive(.bytes(bytes), at: .start).last == .request(.close))
        guard case .event(.lost(.other(let why)))? = channel.receive(.ended(.local), at: .start).first else {
            Issue.record("it says why")
            return
        }
        #expect(why.contains(name), "\(why)")
    }

    @Test("an incomplete message is remembered until the next connection") func unfinished() {
        var channel = StreamChannel()
        _ = channel.open()
        _ = channel.receive(.opened("Door"), at: .start)
        #expect(channel.unfinished == nil)
        _ = channel.receive(.bytes([38, 0]), at: .start)
        #expect(channel.unfinished.map { [$0.came, $0.count ?? -1] } == [2, -1])
        _ = channel.receive(.bytes([0, 0] + [UInt8](repeating: 1, count: 35)), at: .start)
        #expect(channel.unfinished.map { [$0.came, $0.count ?? -1] } == [35, 38])
        _ = channel.receive(.ended(.remote), at: .start)
        #expect(channel.unfinished?.came == 35)
        _ = channel.open()
        #expect(channel.unfinished == nil)
    }

    @Test("a service that was not found is named, with those that were found") func search() {
        let notices: [ServiceNotice] = [
            .searched(type: "_door._tcp", name: "Front"), .found(name: "Back"), .found(name: "Gate"),
            .vanished(name: "Gate"),
        ]
        for (count, name) in [(1, "no other of that type"), (4, "\"Back\"")] {
            var channel = StreamChannel()
            _ = channel.open(within: .seconds(2), at: .start)
            for notice in notices.prefix(count) { #expect(channel.receive(.service(notice), at: .start).isEmpty) }
            guard case .event(.notOpened(let why))? = channel.advance(to: .start + .seconds(2)).last else {
                Issue.record("it is given up")
                return
            }
            #expect(why.contains("\"Front\" of type _door._tcp") && why.contains(name), "\(why)")
            #expect(!why.contains("Gate"), "\(why)")
        }
    }
}
