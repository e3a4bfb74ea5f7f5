import ApplicationServices
import Ground
import TestSupport
import Testing

/// Hostile bytes lead to a value, or to an error with its offset in the input.
@Suite struct HostileServiceTests {
    private static let digest = ServiceParameters.standard.digest
    private static let pin = "00112233445566778899aabbccddeeff"

    private static let messages: [ControlMessage] = [
        .invite("game", .iPadOS, digest), .invite("\u{E9}", .watchOS, digest),
        .connect(ServiceToken(rawValue: 0x0102_0304_0506_0708), digest), .prompting, .denied, .notInstalled,
        .noListener, .granted(ServiceToken(rawValue: .max)), .parked, .hello, .aborted(.background), .busy,
        .refused(ServiceRefusal(differing: [.framer, .peerToPeer])), .data([0xAA, 0xBB, 0xCC]),
    ]

    private static let record = [
        AgentRecord(platform: .iOS, services: ["game", "chess"], pin: pin),
        AgentRecord(platform: .watchOS, services: ["\u{E9}"], pin: pin, others: [.init(key: "x", value: nil)]),
        AgentRecord(platform: .iPadOS, services: [], pin: pin, others: [.init(key: "y", value: [0, 0xFF])]),
    ].map { (try? $0.encoded()) ?? [] }

    /// Returns all complete messages at the start, and the reason why there is no further one.
    private func read(_ bytes: [UInt8]) -> (messages: [ControlMessage], error: Malformed?, stream: ControlStream) {
        var stream = ControlStream()
        var found: [ControlMessage] = []
        do throws(Malformed) { try stream.receive(bytes, into: &found) } catch { return (found, error, stream) }
        return (found, nil, stream)
    }

    // MARK: Control messages

    @Test("a message cut at any length is awaited, and nothing is made of it", arguments: messages)
    func cutMessage(message: ControlMessage) {
        for count in 0..<message.encoded.count {
            let (found, error, stream) = read(Array(message.encoded.prefix(count)))
            #expect(found == [] && error == nil && stream.waitingCount == count && stream.isBetween == (count == 0))
        }
    }

    /// The length claims that everything is there, so a field is missing.
    @Test("a message whose length is too short or too long by any number has an error in it", arguments: messages)
    func wrongLength(message: ControlMessage) {
        let body = Array(message.encoded.dropFirst(4))
        let isData = if case .data = message { true } else { false }
        for count in 0..<body.count {
            let (found, error, _) = read([UInt8(count), 0, 0, 0] + body.prefix(count))
            if isData, count > 2 {
                #expect(found == [.data(Array(body[2..<count]))] && error == nil)
            } else {
                #expect(found == [] && error.map { (0...(4 + count)).contains($0.offset) } == true, "\(count)")
            }
        }
        for more in 1...40 where !isData {
            let long = [UInt8(body.count + more), 0, 0, 0] + body + [UInt8](repeating: 0, count: more)
            let (found, error, _) = read(long)
            #expect(found == [] && error?.offset == 4 + body.count)
        }
    }

    @Test func everyVersionButOneAndEveryUnknownKindHasItsByte() {
        for version in UInt8.min...UInt8.max where version != ControlMessage.version {
            #expect(read([2, 0, 0, 0, version, 0x16]).error?.offset == 4)
        }
        let known = Set(Self.messages.map { $0.encoded[5] })
        for kind in UInt8.min...UInt8.max where !known.contains(kind) {
            #expect(read([2, 0, 0, 0, ControlMessage.version, kind]).error?.offset == 5)
        }
    }

    @Test("a length of 100 MB or more is an error at once, and no memory", arguments: [100_000_000, .max] as [UInt32])
    func announcedMessage(length: UInt32) {
        var bytes: [UInt8] = []
        bytes.append(little: length)
        let (found, error, stream) = read(Self.messages[9].encoded + bytes)
        #expect(found == [Self.messages[9]] && error?.offset == 6 && stream.waitingCount == 0)
    }

    @Test("100,000 mutated streams of messages are messages, or an error with its byte")
    func mutatedMessages() {
        var mutator = Mutator(seeds: Self.messages.map(\.encoded) + [Self.messages.flatMap(\.encoded)], number: 21)
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next()
            let (found, error, stream) = self.read(bytes)
            let size = found.reduce(0) { $0 + $1.encoded.count }
            if Array(bytes.prefix(size)) != found.flatMap(\.encoded) { Issue.record("\(bytes.hex): \(found)") }
            if let error {
                refused += 1
                // The error is after the messages that were read.
                if !(size...bytes.count).contains(error.offset) || error.meaning.isEmpty {
                    Issue.record("\(bytes.hex): \(error)")
                }
                if stream.waitingCount != 0 { Issue.record("\(bytes.hex) is kept") }
            } else {
                read += 1
                if stream.waitingCount != bytes.count - size { Issue.record("\(bytes.hex) is lost") }
            }
        }
        #expect(read > 10_000 && refused > 30_000, "\(read) read, \(refused) refused")
    }

    // MARK: Frames

    @Test("100,000 mutated streams of frames are frames, or a finding with its byte")
    func mutatedFrames() {
        let seeds = [
            ServiceFrame(type: 2, payload: Array("X,0,1".utf8)), ServiceFrame(type: 1, payload: []),
            ServiceFrame(type: 7, payload: [UInt8](repeating: 9, count: 64)),
        ].map(\.encoded)
        var mutator = Mutator(seeds: seeds + [seeds.flatMap(\.self)], number: 22)
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next()
            var framer = ServiceFramer(longest: 200)
            let output = framer.receive(bytes)
            if framer.waitingCount >= ServiceFrame.headerSize + 200 { Issue.record("\(framer.waitingCount) wait") }
            var size = 0
            for case .frame(let frame) in output {
                read += 1
                if Array(bytes.dropFirst(size).prefix(frame.encoded.count)) != frame.encoded {
                    Issue.record("\(bytes.hex): \(frame)")
                }
                size += frame.encoded.count
            }
            for case .finding(let finding) in output + framer.finish() {
                refused += 1
                guard let offset = finding.offset, (size...bytes.count).contains(offset) else {
                    Issue.record("\(bytes.hex): \(finding)")
                    continue
                }
            }
        }
        #expect(read > 50_000 && refused > 30_000, "\(read) read, \(refused) refused")
    }

    // MARK: Records

    @Test("100,000 mutated TXT records are records that can be written again, or an error with its byte")
    func mutatedRecords() {
        var mutator = Mutator(seeds: Self.record, number: 23)
        var (read, refused) = (0, 0)
        for _ in 0..<100_000 {
            let bytes = mutator.next()
            do throws(Malformed) {
                let reading = try AgentRecord.read(bytes)
                read += 1
                if let again = try? reading.record.encoded(), try AgentRecord.read(again).record != reading.record {
                    Issue.record("\(bytes.hex): \(reading.record)")
                }
                for finding in reading.findings where finding.offset.map({ (0...bytes.count).contains($0) }) != true {
                    Issue.record("\(bytes.hex): \(finding)")
                }
            } catch {
                refused += 1
                if !(0...bytes.count).contains(error.offset) || error.meaning.isEmpty {
                    Issue.record("\(bytes.hex): \(error)")
                }
            }
        }
        #expect(read > 5_000 && refused > 30_000, "\(read) read, \(refused) refused")
    }

    // MARK: A screen that takes its time

    private static func agent(_ settings: AgentSettings = AgentSettings()) -> CompanionAgent {
        CompanionAgent(
            platform: .iOS, pin: pin, apps: [CompanionApp("app", services: ["game"])], settings: settings)
    }

    /// The limit applies to the whole message; a new byte does not extend it.
    @Test(arguments: [0, 1, 5, 29]) func aByteASecondIsNoMessage(count: Int) throws {
        let message = ControlMessage.invite("game", .iOS, Self.digest).encoded
        var agent = Self.agent()
        let id = TransportID(1)
        _ = agent.receive(.accepted(id), at: .start)
        var effects: [AgentEffect] = []
        for (second, byte) in message.prefix(count).enumerated() {
            effects += agent.receive(.received(id, [byte]), at: .start + .seconds(second + 1))
        }
        if count < 10 {
            #expect(effects == [] && agent.deadline == .start + .seconds(10))
            effects += agent.receive(.timePasses, at: .start + .seconds(10))
        }
        #expect(effects.last == .close(id, .reset) && agent.deadline == nil)
        let offsets = effects.compactMap { if case .finding(let finding) = $0 { finding.offset } else { nil } }
        #expect(offsets == [min(count, 9)])
    }

    @Test func aMessageOnAConnectionHasTheSameLimitAndSilenceHasNone() throws {
        var agent = Self.agent()
        let (first, second) = (TransportID(1), TransportID(2))
        _ = agent.receive(.app("app", .launch), at: .start)
        var now = Instant.start + .seconds(60)
        _ = agent.receive(.timePasses, at: now)
        _ = agent.receive(.accepted(first), at: now)
        var sent: [AgentEffect] = agent.receive(
            .received(first, ControlMessage.invite("game", .iOS, Self.digest).encoded), at: now)
        for _ in 0..<600 {
            now = now + .milliseconds(100)
            sent += agent.receive(.timePasses, at: now)
        }
        var granted: ServiceToken?
        for case .send(first, let bytes) in sent {
            for case .granted(let token) in read(bytes).messages { granted = token }
        }
        let token = try #require(granted)
        _ = agent.receive(.accepted(second), at: now)
        let begun = agent.receive(.received(second, ControlMessage.connect(token, Self.digest).encoded), at: now)
        #expect(begun.contains(.send(second, ControlMessage.hello.encoded)))
        now = now + .seconds(3_600)
        #expect(agent.receive(.timePasses, at: now) == [] && agent.deadline == nil)
        // Half a message, then its bytes one by one.
        let data = ControlMessage.data([UInt8](repeating: 0, count: 100)).encoded
        var effects: [AgentEffect] = []
        for (place, byte) in data.enumerated() where place < 20 {
            effects += agent.receive(.received(second, [byte]), at: now + .seconds(place))
        }
        #expect(effects.contains(.close(second, .reset)) && agent.connections == [] && agent.deadline == nil)
        let code = effects.compactMap { if case .finding(let finding) = $0 { finding.code } else { nil } }
        #expect(code.contains("services.control"))
    }
}
