import ApplicationServices
import Ground
import Testing

private func device(_ name: String, _ platform: CompanionPlatform, _ services: [ServiceIdentifier]) -> CompanionDevice {
    CompanionDevice(name, AgentRecord(platform: platform, services: services, pin: ServiceBench.pin))
}

@Suite struct DevicePickerTests {
    private static let all = [
        device("Phone", .iOS, ["game"]), device("Pad", .iPadOS, ["game"]), device("Watch", .watchOS, ["game"]),
        device("Other", .iOS, ["Game"]), device("Bare", .iOS, []),
    ]

    private static func open(
        _ platforms: [CompanionPlatform], _ service: ServiceIdentifier = "game",
        picker: DevicePicker = DevicePicker()
    ) -> [DevicePicker.Effect] {
        var picker = picker
        for found in all { _ = picker.receive(.found(found)) }
        return picker.receive(.open(service, platforms))
    }

    private static func names(_ effects: [DevicePicker.Effect]) -> [String]? {
        if case .offered(let devices)? = effects.first { devices.map(\.name) } else { nil }
    }

    @Test func platformAndServiceDecideWhatIsOffered() {
        #expect(Self.names(Self.open([.iOS])) == ["Phone"] && Self.names(Self.open([.watchOS])) == ["Watch"])
        #expect(Self.names(Self.open([.watchOS, .iPadOS])) == ["Pad", "Watch"] && Self.names(Self.open([])) == [])
        #expect(Self.names(Self.open([.iOS], "Game")) == ["Other"])
        let generous = DevicePicker(offersWithoutService: true)
        #expect(Self.names(Self.open([.iOS], picker: generous)) == ["Phone", "Other", "Bare"])
    }

    @Test func aTelevisionWithoutAPickerSaysSo() {
        #expect(Self.open([.iOS], picker: DevicePicker(isSupported: false)) == [.ended(.unsupported)])
    }

    @Test func theListFollowsWhatComesAndGoes() {
        var picker = DevicePicker()
        _ = picker.receive(.open("game", [.iOS]))
        #expect(Self.names(picker.receive(.found(Self.all[0]))) == ["Phone"])
        #expect(picker.receive(.found(Self.all[0])) == [] && picker.receive(.found(Self.all[1])) == [])
        #expect(Self.names(picker.receive(.found(device("Phone #2", .iOS, ["game"])))) == ["Phone", "Phone #2"])
        #expect(Self.names(picker.receive(.lost(name: "Phone"))) == ["Phone #2"])
        #expect(picker.receive(.choose(name: "Phone")) == [])
        let second = device("Phone #2", .iOS, ["game"])
        #expect(picker.receive(.choose(name: "Phone #2")) == [.invite(second, "game")])
    }

    @Test func theListIsBounded() {
        var picker = DevicePicker()
        for number in 0...DevicePicker.deviceLimit { _ = picker.receive(.found(device("\(number)", .iOS, ["game"]))) }
        #expect(Self.names(picker.receive(.open("game", [.iOS])))?.count == DevicePicker.deviceLimit)
    }

    @Test func aPickerThatWasLeftCanBeOpenedAgain() {
        var picker = DevicePicker()
        _ = picker.receive(.open("game", [.iOS]))
        #expect(picker.receive(.dismiss) == [.ended(.dismissed)] && picker.receive(.dismiss) == [])
        #expect(picker.receive(.open("game", [.iOS])) == [.offered([])])
    }
}

@Suite struct CompanionAgentTests {
    private static let game = CompanionApp("com.example.game", services: ["game", "score"])
    private static let chess = CompanionApp("com.example.chess", services: ["chess"])
    private static let digest = ServiceParameters.standard.digest

    private static func said(_ effects: [AgentEffect]) -> [ControlMessage] {
        effects.flatMap { effect -> [ControlMessage] in
            guard case .send(_, let bytes) = effect else { return [] }
            var stream = ControlStream()
            var messages: [ControlMessage] = []
            try? stream.receive(bytes, into: &messages)
            return messages
        }
    }

    /// Returns an agent's answers to one message on a new transport.
    private static func answers(_ message: ControlMessage, _ agent: inout CompanionAgent) -> [ControlMessage] {
        let id = TransportID(1)
        _ = agent.receive(.accepted(id), at: .start)
        return said(agent.receive(.received(id, message.encoded), at: .start))
    }

    @Test(
        "a message that cannot be taken is refused with the reason",
        arguments: [
            (.invite("game", .iPadOS, digest), .otherPlatform), (.invite("Game", .iOS, digest), .unknownService),
            (.connect(ServiceToken(rawValue: 5), digest), .unknownToken), (.hello, .outOfOrder),
            (.data([1]), .outOfOrder),
        ] as [(ControlMessage, ServiceRefusal.Reason)])
    func refusals(message: ControlMessage, reason: ServiceRefusal.Reason) {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game, Self.chess])
        #expect(Self.answers(message, &agent) == [.refused(ServiceRefusal(reason))])
    }

    @Test func itIsInTheNetworkWhetherItsAppsRunOrNot() {
        var agent = CompanionAgent(
            platform: .iOS, pin: ServiceBench.pin, apps: [Self.game, Self.chess], missing: ["com.example.chess"])
        #expect(agent.record.services == ["game", "score"])
        let effects = agent.receive(.app("com.example.chess", .install), at: .start)
        #expect(agent.record.services == ["game", "score", "chess"] && effects == [.advertise(agent.record)])
        #expect(agent.receive(.app("com.example.chess", .launch), at: .start) == [])
    }

    @Test func eachServiceHasItsListener() {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game, Self.chess])
        _ = agent.receive(.app("com.example.game", .launch), at: .start)
        let effects = agent.receive(.timePasses, at: .start + .seconds(1))
        let states = effects.compactMap {
            if case .transition(let one) = $0 { "\(one.object.number) \(one.state)" } else { nil }
        }
        #expect(states == ["1 setup", "1 ready", "2 setup", "2 ready"] && agent.deadline == nil)
    }

    @Test func transportsAndParkedConnectionsAreBounded() {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game])
        for number in 0..<CompanionAgent.transportLimit {
            #expect(agent.receive(.accepted(TransportID(number)), at: .start) == [])
        }
        let one = TransportID(1_000)
        let effects = agent.receive(.accepted(one), at: .start)
        #expect(effects.first == .close(one, .reset))
        guard case .finding(let finding)? = effects.last else {
            Issue.record("no finding in \(effects)")
            return
        }
        #expect(finding.code == "services.tooMany" && finding.weight == .fault)
        // A connection that is accepted causes more effects than one that is turned away.
        #expect(agent.receive(.ended(TransportID(0), .endOfStream), at: .start) == [])
        #expect(agent.receive(.accepted(TransportID(1_001)), at: .start) == [])
    }

    @Test func aFloodOfConnectionsIsNoFloodOfFindings() {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game])
        let effects = (1...10_000).flatMap { agent.receive(.accepted(TransportID($0)), at: .start) }
        let findings = effects.count { if case .finding = $0 { true } else { false } }
        #expect((1...14).contains(findings) && effects.count - findings == 10_000 - CompanionAgent.transportLimit)
    }

    @Test func moreThanItHoldsIsNotParked() throws {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game])
        _ = Self.answers(.invite("game", .iOS, Self.digest), &agent)
        let granted =
            Self.said(agent.receive(.timePasses, at: .start + .seconds(1)))
            + Self.said(agent.receive(.timePasses, at: .start + .seconds(2)))
        guard case .granted(let token)? = granted.first else {
            Issue.record("no token in \(granted)")
            return
        }
        _ = agent.receive(.app("com.example.game", .background), at: .start + .seconds(3))
        let said = (1...CompanionAgent.parkedLimit + 1).map { number -> [ControlMessage] in
            let id = TransportID(number)
            _ = agent.receive(.accepted(id), at: .start + .seconds(4))
            let connect = ControlMessage.connect(token, Self.digest).encoded
            return Self.said(agent.receive(.received(id, connect), at: .start + .seconds(4)))
        }
        #expect(said.dropLast().allSatisfy { $0 == [.parked] })
        #expect(said.last == [.refused(ServiceRefusal(.full))])
    }

    @Test func theOldestTokenGoesWhenThereAreTooMany() {
        var agent = CompanionAgent(
            platform: .iOS, pin: ServiceBench.pin, apps: [Self.game],
            settings: AgentSettings(remembersConsent: true))
        _ = Self.answers(.invite("game", .iOS, Self.digest), &agent)
        for second in 1...3 { _ = agent.receive(.timePasses, at: .start + .seconds(second)) }
        // One more than the number of valid tokens: the person is not asked again, and the app listens.
        let tokens = (0...CompanionAgent.tokenLimit).flatMap { number -> [ServiceToken] in
            _ = agent.receive(.accepted(TransportID(number)), at: .start + .seconds(4))
            let invite = ControlMessage.invite("game", .iOS, Self.digest).encoded
            let said = Self.said(agent.receive(.received(TransportID(number), invite), at: .start + .seconds(4)))
            return said.compactMap { if case .granted(let token) = $0 { token } else { nil } }
        }
        #expect(Set(tokens).count == CompanionAgent.tokenLimit + 1)
        let answers = [tokens.first, tokens.dropFirst().first].map { token -> [ControlMessage] in
            guard let token else { return [] }
            return Self.answers(.connect(token, Self.digest), &agent)
        }
        #expect(answers == [[.refused(ServiceRefusal(.unknownToken))], [.hello]])
    }

    @Test func whatCannotBeReadIsAFindingAndEndsTheTransport() {
        var agent = CompanionAgent(platform: .iOS, pin: ServiceBench.pin, apps: [Self.game])
        _ = agent.receive(.accepted(TransportID(1)), at: .start)
        let effects = agent.receive(.received(TransportID(1), [0, 0, 0, 2]), at: .start)
        guard case .finding(let finding)? = effects.first else {
            Issue.record("no finding in \(effects)")
            return
        }
        #expect(finding.code == "services.control" && finding.offset == 0)
        #expect(effects.last == .close(TransportID(1), .reset))
    }
}
