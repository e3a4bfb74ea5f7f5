import Ground
import TestSupport
import Testing
import UCI

@Suite("UCI's parameters, measurements and packets") struct CodecTests {
    @Test("Configurations of other hosts decode and encode to the same bytes") func configurations() throws {
        let rows = try vectors("uci-configurations")
        #expect(rows.count == 8)
        for row in rows {
            let encoded = bytes(row[2])
            let configuration = try AppConfiguration(decodingParameters: encoded)
            #expect(configuration.count == Int(row[1]), "\(row[0])")
            #expect(configuration.encodedParameters == encoded, "\(row[0])")
        }
    }

    @Test("Qorvo's own configuration fits one packet and has 106 bytes with token and count") func oneCommand() throws {
        let row = try #require(try vectors("uci-configurations").first)
        let configuration = try AppConfiguration(decodingParameters: bytes(row[2]))
        #expect(configuration.split().count == 1)
        let packet = UCICommand.setAppConfig(SessionToken(rawValue: 1), configuration).packet
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

    @Test("What is malformed is refused at the byte that is wrong") func malformed() throws {
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

    @Test("Extended addresses take the same 31 bytes, and bytes of the vendor's own are kept") func extended() throws {
        var measurement = TWRMeasurement(peer: .extended(0x0102_0304_0506_0708), rawDistance: 100)
        measurement.azimuth = AngleOfArrival(raw: -1536, merit: 90)
        let info = SessionInfo(
            sequenceNumber: 1, token: SessionToken(rawValue: 2), rangingIntervalMilliseconds: 100,
            measurements: [measurement, measurement], isExtended: true, vendorBytes: [9, 8])
        #expect(info.encoded.count == 25 + 2 * 31 + 2)
        #expect(try SessionInfo(decoding: info.encoded) == info)
        #expect(measurement.azimuth.degrees() == -12)
        #expect(measurement.azimuth.degrees(.wholeDegrees) == -1536)
    }

    @Test("Measurements of other kinds stay as they are") func otherKinds() throws {
        var info = SessionInfo(
            sequenceNumber: 1, token: SessionToken(rawValue: 2), rangingIntervalMilliseconds: 100, measurements: [])
        info.measurements = .other(kind: 3, count: 1, [1, 2, 3])
        #expect(try SessionInfo(decoding: info.encoded) == info)
    }

    @Test("Ranging parameters survive the way through a configuration", arguments: [false, true])
    func parameters(isInitiator: Bool) throws {
        let parameters = Bench.parameters(7, isInitiator: isInitiator)
        #expect(RangingParameters(sessionID: 7, configuration: parameters.configuration) == parameters)
        for id in AppConfigurationID.mandatory {
            var lacking = parameters.configuration
            lacking[id] = nil
            #expect(RangingParameters(sessionID: 7, configuration: lacking) == nil, "\(id)")
        }
    }

    @Test("Both forms of the multicast notification are told apart") func multicast() throws {
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
