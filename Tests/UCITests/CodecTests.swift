import Ground
import TestSupport
import Testing
import UWB

@Suite("UCI's parameters, measurements and packets") struct CodecTests {
    @Test("Configurations of other hosts decode and encode to the same bytes") func configurations() throws {
        let rows = try vectors("uci-configurations")
        #expect(rows.count == 8)
        for row in rows {
            let packet = try Self.packet(row)
            let configuration = try Self.configuration(in: packet)
            #expect(configuration.count == Int(row[1]), "\(row[0])")
            #expect(UCICommand.setAppConfig(Self.token, configuration).packet == packet, "\(row[0])")
        }
    }

    private static let token = SessionToken(rawValue: 1)

    /// Returns a command with the parameters of a row, whose number is in the row too.
    private static func packet(_ row: [String]) throws -> UCIPacket {
        let count = try #require(UInt8(row[1]))
        return UCIPacket(
            type: .command, group: .sessionConfig, opcode: 0x03, payload: [1, 0, 0, 0, count] + bytes(row[2]))
    }

    private static func configuration(in packet: UCIPacket) throws -> AppConfiguration {
        guard case .setAppConfig(token, let configuration) = try UCICommand(decoding: packet) else {
            throw Malformed(at: 0, "the packet sets no configuration")
        }
        return configuration
    }

    @Test("Qorvo's own configuration fits one packet and has 106 bytes with token and count") func oneCommand() throws {
        let row = try #require(try vectors("uci-configurations").first)
        let packet = try Self.packet(row)
        #expect(try Self.configuration(in: packet).split().count == 1)
        #expect(Array(packet.encoded.prefix(9)) == bytes("21 03 00 6A 01 00 00 00 1B"))
    }

    @Test("A long configuration is cut into commands that fit, with nothing lost") func split() throws {
        var configuration = AppConfiguration()
        for number in 0..<UInt16(100) {
            configuration[AppConfigurationID(rawValue: 0xE000 + number)] = [1, 2, 3, 4, 5, UInt8(number)]
        }
        let parts = configuration.split()
        #expect(parts.count == 4)
        var joined = AppConfiguration()
        for part in parts {
            let packet = UCICommand.setAppConfig(SessionToken(rawValue: 1), part).packet
            #expect(packet.encodedSegments().count == 1)
            joined.merge(part)
        }
        #expect(joined == configuration)
    }

    @Test("A malformed packet is refused at the wrong byte") func malformed() throws {
        let rows = try vectors("uci-malformed")
        #expect(rows.count == 26)
        for row in rows {
            let header = bytes(row[0])
            let packet = UCIPacket(
                type: MessageType(rawValue: header[0] >> 5), group: GroupIdentifier(rawValue: header[0]),
                opcode: header[1], payload: bytes(row[2]))
            let error = #expect(throws: Malformed.self, "\(row)") {
                switch packet.type {
                case .command: _ = try UCICommand(decoding: packet)
                case .response: _ = try UCIResponse(decoding: packet)
                default: _ = try UCINotification(decoding: packet)
                }
            }
            #expect(error?.offset == Int(row[1]), "\(row): \(String(describing: error))")
        }
    }

    @Test("A measured round has 210 cm, and a board's -78 dBm") func measured() throws {
        let zeros = String(repeating: "00 ", count: 12)
        let payload = bytes(
            "05 00 00 00 01 00 00 00 00 C8 00 00 00 01 00 00 00 00 00 00 00 00 00 00 01 01 00 00 FF D2 00 \(zeros)"
                + "00 9C" + String(repeating: " 00", count: 11))
        let info = try SessionInfo(decoding: payload)
        guard case .twoWayRanging(let list) = info.measurements else {
            Issue.record("no two-way ranging")
            return
        }
        #expect(list.first?.distance == .millimetres(2100))
        #expect(list.first?.signalStrength == -78)
        #expect(list.first?.azimuth.degrees() == nil)
        #expect(info.encoded == payload)
    }

    @Test("A negative distance has its own status and keeps its sign", arguments: [-45, -5, 5, 2104, 655_000])
    func distances(millimetres: Int32) throws {
        let measurement = TWRMeasurement(
            peer: ShortMACAddress(rawValue: 0x0A0B), distance: .millimetres(millimetres), rawRSSI: 100)
        #expect(measurement.status == (millimetres < 0 ? .okNegativeDistance : .ok))
        let info = SessionInfo(
            sequenceNumber: 1, token: SessionToken(rawValue: 2), rangingIntervalMilliseconds: 100,
            measurements: [measurement])
        let decoded = try SessionInfo(decoding: info.encoded)
        guard case .twoWayRanging(let list) = decoded.measurements else { return }
        let distance = try #require(list.first?.distance)
        #expect(abs(distance.millimetres - millimetres) <= 5)
    }

    @Test("Extended addresses take the same 31 bytes, and vendor bytes are kept") func extended() throws {
        var measurement = TWRMeasurement(peer: .extended(0x0102_0304_0506_0708), rawDistance: 100)
        measurement.azimuth = AngleOfArrival(raw: -1536, merit: 90)
        let info = SessionInfo(
            sequenceNumber: 1, token: SessionToken(rawValue: 2), rangingIntervalMilliseconds: 100,
            measurements: [measurement, measurement], isExtended: true, vendorBytes: [9, 8])
        #expect(info.encoded.count == 25 + 2 * 31 + 2)
        #expect(try SessionInfo(decoding: info.encoded) == info)
        #expect(measurement.azimuth.degrees() == -12)
    }

    @Test("Measurements of other kinds are kept as they are") func otherKinds() throws {
        var info = SessionInfo(
            sequenceNumber: 1, token: SessionToken(rawValue: 2), rangingIntervalMilliseconds: 100, measurements: [])
        info.measurements = .other(kind: 3, count: 1, [1, 2, 3])
        #expect(try SessionInfo(decoding: info.encoded) == info)
    }

    @Test("Ranging parameters survive a configuration and back", arguments: [false, true])
    func parameters(isInitiator: Bool) throws {
        let parameters = Bench.parameters(7, isInitiator: isInitiator)
        #expect(RangingParameters(sessionID: 7, configuration: parameters.configuration) == parameters)
        for id in AppConfigurationID.mandatory {
            var lacking = parameters.configuration
            lacking[id] = nil
            #expect(RangingParameters(sessionID: 7, configuration: lacking) == nil, "\(id)")
        }
    }

    @Test("Both forms of the multicast notification are distinguished") func multicast() throws {
        let token = SessionToken(rawValue: 3)
        let address = ShortMACAddress(rawValue: 0x1234)
        let new = MulticastListUpdate(
            token: token, controlees: [ControleeStatus(address: address, status: .addressNotFound)])
        let old = MulticastListUpdate(
            token: token, remaining: 4,
            controlees: [ControleeStatus(address: address, subSessionID: 9, status: .ok)])
        for update in [new, old] {
            let packet = UCINotification.multicastList(update).packet
            #expect(try UCINotification(decoding: packet) == .multicastList(update))
        }
        let command = UCICommand.updateMulticastList(
            token, .addWithShortKey,
            [Controlee(address: address, subSessionID: 1, key: [UInt8](repeating: 7, count: 16))])
        #expect(try UCICommand(decoding: command.packet) == command)
    }
}
