import ApplicationServices
import Ground
import Links

/// The companions that the phone plays: the system and app of each, and its connections from screens.
struct CompanionDevices: Sendable {
    struct Device: Sendable {
        let setup: CompanionSetup
        /// The current name.
        var shownAs: String
        var agent: CompanionAgent
        var game = CompanionGame()
        /// The app's ready connection, the newest if there are several.
        var ready: ServiceObject?
        var isOffered: Bool
    }

    private var devices: [Device]

    init(_ setups: [CompanionSetup], generator: inout SeededGenerator) {
        devices = setups.map { setup in
            var parameters = ServiceParameters.standard
            parameters.applicationProtocol = setup.applicationProtocol
            let app = CompanionApp(
                "app", services: setup.services, parameters: parameters, launchDelay: setup.launchDelay,
                listenerDelay: setup.listenerDelay, connectionLimit: setup.connectionLimit)
            // The bench adds the pin of the certificate it creates.
            let agent = CompanionAgent(
                platform: setup.platform, pin: String(repeating: "0", count: AgentRecord.pinLength), apps: [app],
                missing: setup.isInstalled ? [] : ["app"], settings: setup.agentSettings,
                seed: generator.next())
            return Device(setup: setup, shownAs: setup.shownAs, agent: agent, isOffered: setup.isOffered)
        }
    }

    var deadline: Instant? {
        devices.flatMap { [$0.agent.deadline, $0.ready == nil ? nil : $0.game.deadline] }.compactMap(\.self).min()
    }

    mutating func begin() -> [PhoneEffect] {
        devices.indices.filter { devices[$0].isOffered }.map { publish($0) }
    }

    /// Withdraws everything that is offered on the network.
    mutating func shutDown() -> [PhoneEffect] {
        devices.indices.filter { devices[$0].isOffered }.map { index in
            devices[index].isOffered = false
            return .send(.discovery(.withdraw(devices[index].setup.name)))
        }
    }

    mutating func receive(_ event: DiscoveryEvent) -> [PhoneEffect] {
        switch event {
        case .published(let name, let shown, let pin):
            [.event(.companion(name: name, event: .published(name: shown, pin: pin)))]
        case .withdrawn(let name): [.event(.companion(name: name, event: .withdrawn))]
        }
    }

    mutating func receive(_ event: StreamEvent, on stream: StreamID, at now: Instant) -> [PhoneEffect] {
        guard let name = stream.companion, let index = devices.firstIndex(where: { $0.setup.name == name }) else {
            return []
        }
        let id = TransportID(Int(stream.connection))
        switch event {
        case .opened(let peer):
            let reached = CompanionEvent.reached(connection: id.rawValue, peer: peer)
            return [.event(.companion(name: name, event: reached))] + tell(index, .accepted(id), at: now)
        case .bytes(let bytes): return tell(index, .received(id, bytes), at: now)
        case .closed(let reason): return [.event(.companion(name: name, event: .notReached(reason: reason)))]
        case .service: return []  // of accessories alone
        case .ended(let reason): return tell(index, .ended(id, reason.transportEnd), at: now)
        }
    }

    mutating func perform(_ act: CompanionAct, with name: CompanionName, at now: Instant) -> [PhoneEffect] {
        guard let index = devices.firstIndex(where: { $0.setup.name == name }) else {
            preconditionFailure("the phone has no companion \(name)")
        }
        switch act {
        case .offer:
            devices[index].isOffered = true
            return [publish(index)]
        case .leave:
            devices[index].isOffered = false
            return [.send(.discovery(.withdraw(name)))]
        case .rename(let shown):
            devices[index].shownAs = shown
            guard devices[index].isOffered else { return [] }
            return [.send(.discovery(.withdraw(name))), publish(index)]
        case .impersonate: return [.send(.discovery(.impersonate(name, true)))]
        case .beItself: return [.send(.discovery(.impersonate(name, false)))]
        case .losePath: return tell(index, .path(isUp: false), at: now)
        case .regainPath: return tell(index, .path(isUp: true), at: now)
        case .install: return tell(index, .app("app", .install), at: now)
        case .uninstall: return tell(index, .app("app", .uninstall), at: now)
        case .launch: return tell(index, .app("app", .launch), at: now)
        case .showView: return tell(index, .app("app", .listen), at: now)
        case .background: return tell(index, .app("app", .background), at: now)
        case .resume: return tell(index, .app("app", .resume), at: now)
        case .kill: return tell(index, .app("app", .kill), at: now)
        case .quit: return tell(index, .app("app", .quit), at: now)
        case .play(let moves, let apart):
            devices[index].game.play(moves, apart: apart, at: now)
            return advance(index, to: now)
        case .announce(let length):
            guard let object = devices[index].ready else { return [] }
            var header: [UInt8] = []
            header.append(little: CompanionGame.move)
            header.append(little: length)
            return tell(index, .sendBytes(object, header), at: now)
        case .begin(let type, let payload, let bytes):
            guard let object = devices[index].ready else { return [] }
            let frame = ServiceFrame(type: type, payload: payload)
            return tell(index, .sendBytes(object, Array(frame.encoded.prefix(max(0, bytes)))), at: now)
        case .send(let type, let payload): return send(ServiceFrame(type: type, payload: payload), from: index, at: now)
        }
    }

    mutating func advance(to now: Instant) -> [PhoneEffect] { devices.indices.flatMap { advance($0, to: now) } }

    private mutating func advance(_ index: Int, to now: Instant) -> [PhoneEffect] {
        var effects: [PhoneEffect] = []
        if let due = devices[index].agent.deadline, due <= now { effects += tell(index, .timePasses, at: now) }
        while devices[index].ready != nil, let (type, payload) = devices[index].game.advance(to: now) {
            effects += send(ServiceFrame(type: type, payload: payload), from: index, at: now)
        }
        return effects
    }

    private func publish(_ index: Int) -> PhoneEffect {
        // A record that cannot be encoded was refused before the run.
        let strings = (try? devices[index].agent.record.strings()) ?? []
        let texts = strings.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix("id=") }
        return .send(
            .discovery(.publish(devices[index].setup.name, shownAs: devices[index].shownAs, strings: texts)))
    }

    private mutating func send(_ frame: ServiceFrame, from index: Int, at now: Instant) -> [PhoneEffect] {
        guard let object = devices[index].ready else {
            return [told(index, .unsent(type: frame.type, payload: frame.payload))]
        }
        let effects = tell(index, .send(object, frame), at: now)
        return [told(index, .sent(type: frame.type, payload: frame.payload))] + effects
    }

    private func told(_ index: Int, _ event: CompanionEvent) -> PhoneEffect {
        .event(.companion(name: devices[index].setup.name, event: event))
    }

    private mutating func tell(_ index: Int, _ input: AgentInput, at now: Instant) -> [PhoneEffect] {
        devices[index].agent.receive(input, at: now).flatMap { carryOut($0, for: index, at: now) }
    }

    private mutating func carryOut(_ effect: AgentEffect, for index: Int, at now: Instant) -> [PhoneEffect] {
        let name = devices[index].setup.name
        func stream(_ id: TransportID) -> StreamID {
            StreamID.agent(of: name, connection: UInt32(clamping: id.rawValue))
        }
        switch effect {
        case .send(let id, let bytes): return [.send(.stream(stream(id), .bytes(bytes)))]
        case .close(let id, .orderly): return [.send(.stream(stream(id), .close))]
        case .close(let id, .reset): return [.send(.stream(stream(id), .reset))]
        case .advertise: return devices[index].isOffered ? [publish(index)] : []
        case .invited(let service): return [told(index, .invited(service: service))]
        case .connectRequested(let id, let refusal):
            return [told(index, .connectRequested(connection: id.rawValue, refusal: refusal))]
        case .prompted(let service): return [told(index, .prompted(service: service))]
        case .answered(let service, let isAllowed):
            return [told(index, .answered(service: service, isAllowed: isAllowed))]
        case .launched(let bundle): return [told(index, .launched(bundle: bundle))]
        case .transition(let transition):
            follow(transition, of: index)
            return [told(index, .state(object: transition.object, state: transition.state))]
        case .parked(let id, _): return [told(index, .parked(connection: id.rawValue))]
        case .resumed(let connection, let listener):
            return [told(index, .resumed(connection: connection, listener: listener))]
        case .frame(_, let frame): return receive(frame, for: index, at: now)
        case .unsent(_, let frame): return [told(index, .unsent(type: frame.type, payload: frame.payload))]
        case .finding(let finding): return [.event(.finding(link: .companion(name), finding: finding))]
        case .hello, .delivered: return []  // the states say it
        }
    }

    private mutating func follow(_ transition: ServiceTransition, of index: Int) {
        guard transition.object.kind == .connection else { return }
        switch transition.state {
        case .ready: devices[index].ready = transition.object
        case .failed, .cancelled:
            guard devices[index].ready == transition.object else { return }
            devices[index].ready = nil
            devices[index].game.disconnect()
        case .setup, .waiting, .preparing: break
        }
    }

    private mutating func receive(_ frame: ServiceFrame, for index: Int, at now: Instant) -> [PhoneEffect] {
        let came = told(index, .received(type: frame.type, payload: frame.payload))
        let outcomes = devices[index].game.receive(type: frame.type, payload: frame.payload, at: now)
        let events = outcomes.map { outcome in
            switch outcome {
            case .acknowledged(let move): told(index, .acknowledged(move: move))
            case .lost(let move): told(index, .moveLost(move: move))
            case .doubled(let move): told(index, .moveDoubled(move: move))
            }
        }
        return [came] + events + advance(index, to: now)
    }
}

extension DisconnectReason {
    /// The end of a transport, in an agent's terms.
    fileprivate var transportEnd: TransportEnd {
        switch self {
        case .remote, .local: .endOfStream
        case .supervisionTimeout, .unacknowledged: .timedOut
        case .authentication: .security
        case .reset, .other: .reset
        }
    }
}
