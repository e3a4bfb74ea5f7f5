public import ApplicationServices
public import Ground

/// An act of a simulated phone's user.
public enum AppAct: Hashable, Sendable {
    case background, resume
    case play(moves: Int)
}

/// A request to the network, or a report, of a simulated phone.
public enum AppRequest: Hashable, Sendable {
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    /// The user allowed it.
    case consented
}

/// A phone with the app of an application service, its user and its system's agent, as `CompanionAgent` plays them; a
/// defect changes its input or output.
public struct SimulatedApp: Sendable {
    static let bundle = "app"
    /// The time its user takes to answer.
    static let consent = Lapse.seconds(1)

    let defects: Set<AppDefect>
    var agent: CompanionAgent
    var game = AppGame()
    /// The app's ready connection.
    var ready: ServiceObject?
    /// The number of connections that became ready.
    var readyCount = 0
    var moveCount = 0
    /// Connections that wait for the app, its tokens, and the tokens it has forgotten.
    var parked: [TransportID] = []
    var tokens: Set<ServiceToken> = []
    var stale: Set<ServiceToken> = []
    /// Used by defects that inspect the screens' messages.
    var heard: [TransportID: ControlStream] = [:]
    /// The parameters of the last invitation, with `ignoresParameters`.
    var invited: ParametersDigest?
    /// The bytes after the last complete frame and their transport, with `keepsHalfFrame`.
    var half: (transport: TransportID, bytes: [UInt8])?

    public init(
        service: ServiceIdentifier = "game", platform: CompanionPlatform = .iPadOS, defects: Set<AppDefect> = [],
        seed: UInt64
    ) {
        self.defects = defects
        let isOther = defects.contains(.advertisesAnother)
        let advertised = isOther ? ServiceIdentifier(service.rawValue.uppercased()) : service
        let app = CompanionApp(
            Self.bundle, services: [advertised],
            listenerDelay: defects.contains(.listensLate) ? .seconds(20) : .milliseconds(50))
        let delay = defects.contains(.readyBeforeConsent) ? Lapse.zero : Self.consent
        agent = CompanionAgent(
            platform: platform, pin: String(repeating: "0", count: AgentRecord.pinLength), apps: [app],
            settings: AgentSettings(consent: ConsentPolicy(.allows, after: delay)), seed: seed)
    }

    func has(_ defect: AppDefect) -> Bool { defects.contains(defect) }

    /// The strings to publish; the publisher adds the pin.
    var strings: [String] {
        let strings = (try? agent.record.strings()) ?? []
        return strings.map { String(decoding: $0, as: UTF8.self) }.filter { !$0.hasPrefix("id=") }
    }

    /// The time at which `advance` has something to do.
    public var deadline: Instant? {
        [agent.deadline, ready == nil ? nil : game.deadline].compactMap(\.self).min()
    }

    /// Performs an act of its user.
    public mutating func perform(_ act: AppAct, at now: Instant) -> [AppRequest] {
        switch act {
        case .play(let moves):
            guard !has(.makesNoMoves) else { return [] }
            game.play(moves, at: now)
            return advance(to: now)
        case .background:
            guard !has(.staysConnected) else { return [] }
            if has(.forgetsToken) { stale = tokens }
            return tell(.app(Self.bundle, .background), at: now)
        case .resume:
            guard !has(.neverResumes) else { return [] }
            let refused = has(.newListenerEachTime) ? refuseParked(at: now) : []
            return refused + tell(.app(Self.bundle, .resume), at: now)
        }
    }

    public mutating func accepted(_ id: TransportID, at now: Instant) -> [AppRequest] { tell(.accepted(id), at: now) }

    public mutating func received(_ id: TransportID, _ bytes: [UInt8], at now: Instant) -> [AppRequest] {
        guard !showsStale(bytes, on: id) else { return refuse(id, at: now) }
        return tell(.received(id, reread(bytes, on: id)), at: now)
    }

    public mutating func ended(_ id: TransportID, _ end: TransportEnd, at now: Instant) -> [AppRequest] {
        heard[id] = nil
        parked.removeAll { $0 == id }
        // Its session never ends.
        guard !has(.refusesSecondLaunch) || ready == nil else { return [] }
        return tell(.ended(id, end), at: now)
    }

    public mutating func advance(to now: Instant) -> [AppRequest] {
        var wishes: [AppRequest] = []
        if let due = agent.deadline, due <= now { wishes += tell(.timePasses, at: now) }
        while let object = ready, let frame = game.advance(to: now) {
            moveCount += 1
            wishes += tell(.send(object, frame), at: now)
            if has(.endsEarly), moveCount == 3 { wishes += tell(.cancel(object), at: now) }
        }
        return wishes
    }

    // MARK: The agent

    mutating func tell(_ input: AgentInput, at now: Instant) -> [AppRequest] {
        var wishes: [AppRequest] = []
        for effect in agent.receive(input, at: now) { wishes += follow(effect, at: now) }
        return wishes
    }

    private mutating func follow(_ effect: AgentEffect, at now: Instant) -> [AppRequest] {
        switch effect {
        case .send(let id, let bytes): return send(bytes, on: id)
        case .close(let id, let how):
            heard[id] = nil
            return [.close(id, how)]
        case .answered(_, let isAllowed): return isAllowed ? [.consented] : []
        case .parked(let id, _):
            parked.append(id)
            return has(.readyInBackground) ? tell(.app(Self.bundle, .resume), at: now) : []
        case .frame(_, let frame):
            game.receive(frame, skip: readyCount > 1 ? skip : 0, at: now)
            return advance(to: now)
        case .transition(let transition):
            follow(transition)
            return []
        case .advertise, .invited, .connectRequested, .prompted, .launched, .hello, .delivered, .resumed, .unsent,
            .finding:
            return []
        }
    }

    private mutating func follow(_ transition: ServiceTransition) {
        guard transition.object.kind == .connection else { return }
        switch transition.state {
        case .ready:
            ready = transition.object
            readyCount += 1
            parked = []
        case .failed, .cancelled:
            guard ready == transition.object else { return }
            ready = nil
            game.disconnect()
        case .setup, .waiting, .preparing: break
        }
    }
}
