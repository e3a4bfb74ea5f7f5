import Ground
import TestSupport
import Testing
import UWB

@Suite("The captured exchange with a DWM3001CDK") struct CapturedExchangeTests {
    static func packet(_ bytes: [UInt8], _ side: UCIFramer.Side) throws -> UCIPacket {
        var framer = UCIFramer(side: side)
        let output = framer.receive(bytes, at: .start)
        guard case .packet(let packet) = try #require(output.first), output.count == 1 else {
            throw Malformed(at: 0, "one packet was expected, not \(output)")
        }
        return packet
    }

    @Test("Every command decodes and encodes to the same bytes") func commands() throws {
        var count = 0
        for case .toBoard(let bytes) in try capturedExchange() {
            let packet = try Self.packet(bytes, .device)
            #expect(try UCICommand(decoding: packet).packet.encoded == bytes)
            count += 1
        }
        #expect(count == 12)
    }

    @Test("Every answer and notification decodes and encodes to the same bytes") func answers() throws {
        var count = 0
        for case .fromBoard(let bytes) in try capturedExchange() {
            let packet = try Self.packet(bytes, .host)
            if packet.type == .notification {
                #expect(try UCINotification(decoding: packet).packet.encoded == bytes)
            } else {
                #expect(try UCIResponse(decoding: packet).packet.encoded == bytes)
            }
            count += 1
        }
        #expect(count == 22)
    }

    @Test("The simulated device gives every byte of the board, in its order") func device() throws {
        var device = UCIDevice(generation: .fira2)
        var said: [[UInt8]] = []
        var now = Instant.start
        for step in try capturedExchange() {
            now = now + .milliseconds(200)
            var effects: [UCIDeviceEffect] = []
            switch step {
            case .power: effects = device.powerUp(at: now)
            case .toBoard(let bytes): effects = device.receive(bytes, at: now)
            case .round:
                let lost = TWRMeasurement(
                    peer: ShortMACAddress(rawValue: 1), failure: .rangingRxTimeout, slotIndex: 2)
                effects = device.report(session: 7, measurements: [lost], at: now)
            case .fromBoard(let bytes):
                #expect(said.first == bytes)
                if !said.isEmpty { said.removeFirst() }
                continue
            }
            #expect(said.isEmpty)
            said = effects.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
        }
        #expect(said.isEmpty)
    }

    @Test("The board's words mean what the sheet says") func meaning() throws {
        let steps = try capturedExchange()
        let answers = try steps.compactMap { step in
            if case .fromBoard(let bytes) = step { try Self.packet(bytes, .host) } else { nil }
        }
        let info = try #require(
            try answers.compactMap { packet in
                if case .deviceInfo(.ok, let info?) = try UCIResponse(decoding: packet) { info } else { nil }
            }.first)
        #expect("\(info)" == "UCI 2.0.0, FiRa MAC 2.0.0, PHY 2.0.0")
        #expect(info.test == UCIVersion(major: 1, minor: 1))
        #expect(info.vendorBytes.count == 52)
        let capabilities = try #require(
            try answers.compactMap { packet in
                if case .capabilities(.ok, let list) = try UCIResponse(decoding: packet) { list } else { nil }
            }.first)
        #expect(capabilities.list.count == 26)
    }

    @Test("The captured round had no answer from its peer") func lostRound() throws {
        let rounds = try capturedExchange().compactMap { step -> SessionInfo? in
            guard case .fromBoard(let bytes) = step, bytes[0] == 0x62 else { return nil }
            return try SessionInfo(decoding: try Self.packet(bytes, .host).payload)
        }
        let round = try #require(rounds.first)
        #expect(rounds.count == 1)
        #expect(round.sequenceNumber == 0)
        #expect(round.token == SessionToken(rawValue: 1))
        #expect(round.rangingIntervalMilliseconds == 200)
        #expect(!round.isExtended)
        #expect(
            round.measurements
                == .twoWayRanging([
                    TWRMeasurement(peer: ShortMACAddress(rawValue: 1), failure: .rangingRxTimeout, slotIndex: 2)
                ]))
        guard case .twoWayRanging(let list) = round.measurements else { return }
        #expect(list[0].distance == nil)
        #expect(list[0].lineOfSight == .unknown)
        #expect(list[0].signalStrength == nil)
    }
}
