import Ground
import TestSupport
import Testing
import UWB

@Suite("The simulated device") struct DeviceTests {
    static let token = SessionToken(rawValue: 1)

    /// Returns the device's packets in response to one command.
    static func answers(_ device: inout UCIDevice, _ command: UCICommand) -> [[UInt8]] {
        said(device.receive(command.packet.encoded, at: .start))
    }

    static func said(_ effects: [UCIDeviceEffect]) -> [[UInt8]] {
        effects.compactMap { if case .send(let bytes) = $0 { bytes } else { nil } }
    }

    static func configured(_ generation: FiRaGeneration = .fira2, deviceFirst: Bool = true) -> UCIDevice {
        var device = UCIDevice(generation: generation, deviceFirst: deviceFirst)
        _ = answers(&device, .sessionInit(id: 1, type: .ranging))
        _ = answers(&device, .setAppConfig(token, Bench.parameters(1).configuration))
        return device
    }

    @Test(
        "Commands that make no sense get only the status",
        arguments: [
            ("20 00 00 00", "40 00 00 01 03"), ("21 00 00 04 07 00 00 00", "41 00 00 01 03"),
            ("21 01 00 05 01 00 00 00 00", "41 01 00 01 03"), ("20 06 00 00", "40 06 00 01 08"),
            ("20 07 00 00", "40 07 00 01 08"), ("21 3F 00 00", "41 3f 00 01 08"), ("22 02 00 00", "42 02 00 01 08"),
            ("23 00 00 00", "43 00 00 01 07"), ("2C 01 00 02 55 53", "4c 01 00 01 07"),
            ("22 00 00 04 09 00 00 00", "42 00 00 01 11"), ("22 01 00 04 09 00 00 00", "42 01 00 01 11"),
            ("21 01 00 04 09 00 00 00", "41 01 00 01 11"), ("21 06 00 04 09 00 00 00", "41 06 00 01 11"),
            ("21 03 00 05 09 00 00 00 00", "41 03 00 01 11"), ("21 00 00 05 07 00 00 00 02", "41 00 00 01 04"),
        ])
    func refusals(command: String, answer: String) {
        var device = UCIDevice(generation: .fira2)
        #expect(Self.said(device.receive(bytes(command), at: .start)) == [bytes(answer)])
    }

    @Test("Malformed commands are faults, with the place") func malformed() {
        var device = UCIDevice(generation: .fira2)
        let effects = device.receive(bytes("21 00 00 04 07 00 00 00"), at: .start)
        guard case .finding(let finding) = effects.first else {
            Issue.record("said \(effects)")
            return
        }
        #expect(finding.weight == .fault)
        #expect(finding.offset == 8)
    }

    @Test("A second command before the answer is doubtful, but answered") func hasty() {
        var device = UCIDevice(generation: .fira2)
        let command = UCICommand.getSessionCount.packet.encoded
        let effects = device.receive(command + command, at: .start)
        #expect(Self.said(effects).count == 2)
        #expect(effects.contains { if case .finding = $0 { true } else { false } })
    }

    @Test("FiRa 1 names sessions by their id and FiRa 2 by a handle that is never reused") func tokens() {
        var first = UCIDevice(generation: .fira1)
        #expect(Self.answers(&first, .sessionInit(id: 9, type: .ranging)).first == bytes("41 00 00 01 00"))
        #expect(Self.answers(&first, .getSessionState(SessionToken(rawValue: 9))) == [bytes("41 06 00 02 00 00")])
        var second = UCIDevice(generation: .fira2)
        let initialize = UCICommand.sessionInit(id: 9, type: .ranging)
        #expect(Self.answers(&second, initialize).first == bytes("41 00 00 05 00 01 00 00 00"))
        #expect(Self.answers(&second, .getSessionState(SessionToken(rawValue: 9))) == [bytes("41 06 00 01 11")])
        #expect(Self.answers(&second, initialize) == [bytes("41 00 00 01 12")])
        _ = Self.answers(&second, .sessionDeinit(Self.token))
        #expect(Self.answers(&second, initialize).first == bytes("41 00 00 05 00 02 00 00 00"))
    }

    @Test("Five sessions are the most") func mostSessions() {
        var device = UCIDevice(generation: .fira2)
        for id in 0..<UInt32(UCIDevice.maximumSessions) {
            #expect(Self.answers(&device, .sessionInit(id: id, type: .ranging)).count == 2)
        }
        #expect(Self.answers(&device, .sessionInit(id: 99, type: .ranging)) == [bytes("41 00 00 01 14")])
    }

    @Test("Each mandatory parameter is", arguments: AppConfigurationID.mandatory)
    func mandatory(id: AppConfigurationID) {
        var device = UCIDevice(generation: .fira2)
        _ = Self.answers(&device, .sessionInit(id: 1, type: .ranging))
        var configuration = Bench.parameters(1).configuration
        let value = configuration[id]
        configuration[id] = nil
        #expect(Self.answers(&device, .setAppConfig(Self.token, configuration)) == [bytes("41 03 00 02 00 00")])
        #expect(Self.answers(&device, .start(Self.token)) == [bytes("42 00 00 01 15")])
        var rest = AppConfiguration()
        rest[id] = value
        #expect(
            Self.answers(&device, .setAppConfig(Self.token, rest))
                == [bytes("41 03 00 02 00 00"), bytes("61 02 00 06 01 00 00 00 03 00")])
        #expect(Self.answers(&device, .start(Self.token)).first == bytes("42 00 00 01 00"))
    }

    @Test("Parameters with a wrong value or length are refused by id") func invalidParameters() {
        var device = UCIDevice(generation: .fira2)
        _ = Self.answers(&device, .sessionInit(id: 1, type: .ranging))
        var wrong = AppConfiguration()
        wrong[.channelNumber] = [7]
        wrong[.slotsPerRound] = [6]
        wrong[.slotDuration] = [1]
        #expect(
            Self.answers(&device, .setAppConfig(Self.token, wrong)) == [bytes("41 03 00 06 04 02 04 04 08 04")])
    }

    @Test("A session does not keep more parameters than its bound") func parameterBound() {
        var device = UCIDevice(generation: .fira2)
        _ = Self.answers(&device, .sessionInit(id: 1, type: .ranging))
        var refused = 0
        for number in 0..<UInt16(200) {
            var one = AppConfiguration()
            one[AppConfigurationID(rawValue: 0xE000 + number)] = [1]
            if Self.answers(&device, .setAppConfig(Self.token, one)) != [bytes("41 03 00 02 00 00")] { refused += 1 }
        }
        #expect(refused == 72)
    }

    @Test("While ranging, a start is refused and few parameters may change") func whileActive() {
        var device = Self.configured()
        _ = Self.answers(&device, .start(Self.token))
        #expect(Self.answers(&device, .start(Self.token)) == [bytes("42 00 00 01 13")])
        var channel = AppConfiguration()
        channel[.channelNumber] = [5]
        #expect(Self.answers(&device, .setAppConfig(Self.token, channel)) == [bytes("41 03 00 04 13 01 04 13")])
        var quiet = AppConfiguration()
        quiet[.sessionInfoNotification] = [0]
        #expect(Self.answers(&device, .setAppConfig(Self.token, quiet)) == [bytes("41 03 00 02 00 00")])
        #expect(device.report(session: 1, measurements: Bench.round(100), at: .start).isEmpty)
    }

    @Test("The order of the states at the start can be a board's or pica's") func order() {
        var board = Self.configured()
        let session = bytes("61 02 00 06 01 00 00 00 02 00")
        let device = bytes("60 01 00 01 02")
        #expect(Self.answers(&board, .start(Self.token)).dropFirst() == [device, session])
        var pica = Self.configured(deviceFirst: false)
        #expect(Self.answers(&pica, .start(Self.token)).dropFirst() == [session, device])
    }

    @Test("Rounds that do not fit into their interval do not start") func timing() {
        var device = Self.configured()
        var long = AppConfiguration()
        long.set(.rangingDuration, UInt32(17))
        _ = Self.answers(&device, .setAppConfig(Self.token, long))
        #expect(Self.answers(&device, .start(Self.token)) == [bytes("42 00 00 01 04")])
        long.set(.rangingDuration, UInt32(18))
        _ = Self.answers(&device, .setAppConfig(Self.token, long))
        #expect(Self.answers(&device, .start(Self.token)).first == bytes("42 00 00 01 00"))
    }

    @Test("Forgetting a session that ranges ends it, and the device is ready again") func deinitWhileActive() {
        var device = Self.configured()
        _ = Self.answers(&device, .start(Self.token))
        let effects = device.receive(UCICommand.sessionDeinit(Self.token).packet.encoded, at: .start)
        #expect(
            Self.said(effects) == [
                bytes("41 01 00 01 00"), bytes("61 02 00 06 01 00 00 00 01 00"), bytes("60 01 00 01 01"),
            ])
        #expect(effects.last == .sessionInactive(1))
    }

    @Test("A reset ends what ranges and forgets all sessions") func reset() {
        var device = Self.configured()
        _ = Self.answers(&device, .start(Self.token))
        let effects = device.receive(bytes("20 00 00 01 00"), at: .start)
        #expect(effects.contains(.sessionInactive(1)))
        #expect(Self.answers(&device, .getSessionCount) == [bytes("41 05 00 02 00 00")])
    }

    @Test("Rounds are numbered from the start, and those with a distance counted") func counting() throws {
        var device = Self.configured()
        let lost = [TWRMeasurement(peer: ShortMACAddress(rawValue: 1), failure: .rangingRxTimeout, slotIndex: 2)]
        for _ in 0..<2 {
            _ = Self.answers(&device, .start(Self.token))
            for (number, measurements) in [Bench.round(100), lost, Bench.round(-100)].enumerated() {
                let said = Self.said(device.report(session: 1, measurements: measurements, at: .start))
                let payload = Array(try #require(said.first).dropFirst(4))
                #expect(try SessionInfo(decoding: payload).sequenceNumber == UInt32(number))
            }
            #expect(
                Self.answers(&device, .getRangingCount(Self.token)) == [bytes("42 03 00 05 00 02 00 00 00")])
            _ = Self.answers(&device, .stop(Self.token))
        }
    }

    @Test("The device's own parameters are read and written") func deviceParameters() {
        var device = Self.configured()
        #expect(Self.answers(&device, .getConfig([0, 1])) == [bytes("40 05 00 08 00 02 00 01 01 01 01 01")])
        #expect(Self.answers(&device, .setConfig([CoreParameter(id: 1, value: [0])])) == [bytes("40 04 00 02 00 00")])
        #expect(
            Self.answers(&device, .setConfig([CoreParameter(id: 0, value: [1])])) == [bytes("40 04 00 04 09 01 00 09")])
        _ = Self.answers(&device, .start(Self.token))
        #expect(Self.answers(&device, .getConfig([0, 1])) == [bytes("40 05 00 08 00 02 00 01 02 01 01 00")])
        #expect(Self.answers(&device, .getConfig([7])) == [bytes("40 05 00 02 04 00")])
        let time = device.receive(bytes("20 08 00 00"), at: .start + .milliseconds(5))
        #expect(Self.said(time) == [bytes("40 08 00 09 00 88 13 00 00 00 00 00 00")])
    }

    @Test("A configuration can be read back") func readBack() throws {
        var device = Self.configured()
        let wanted = Bench.parameters(1).configuration
        let said = Self.answers(&device, .getAppConfig(Self.token, []))
        #expect(said == [UCIResponse.appConfig(.ok, wanted).packet.encoded])
        #expect(
            Self.answers(&device, .getAppConfig(Self.token, [.channelNumber])) == [bytes("41 04 00 05 00 01 04 01 09")])
        #expect(Self.answers(&device, .getAppConfig(Self.token, [.hoppingMode])) == [bytes("41 04 00 02 04 00")])
    }

    @Test("Capabilities have the numbers of the device's generation") func capabilities() throws {
        for generation in [FiRaGeneration.fira1, .fira2] {
            var device = UCIDevice(generation: generation)
            let said = try #require(Self.answers(&device, .getCapabilities).first)
            let packet = UCIPacket(type: .response, group: .core, opcode: 3, payload: Array(said.dropFirst(4)))
            guard case .capabilities(.ok, let list) = try UCIResponse(decoding: packet) else { continue }
            let (channels, size): (UInt8, UInt8) = generation == .fira1 ? (0x0B, 0x12) : (0x0E, 0x00)
            #expect(list.list.first { $0.id == channels }?.value == [0b1001])
            #expect(list.list.first { $0.id == size }?.value == [3, 1])
        }
    }

    @Test("Half a command is dropped after 100 ms") func halfCommand() {
        var device = UCIDevice(generation: .fira2)
        #expect(device.receive(bytes("20 02 00"), at: .start).isEmpty)
        #expect(device.deadline == .start + .milliseconds(100))
        let dropped = device.advance(to: .start + .milliseconds(100))
        #expect(dropped.count == 1)
        #expect(Self.said(device.receive(bytes("20 02 00 00"), at: .start + .milliseconds(101))).count == 1)
    }
}
