public import Ground

/// The system of one companion device: it asks the person, launches apps and passes connections on to them.
///
/// There is one agent per simulated device, whether or not its apps are running (network.md, sections 0 and
/// 8). A screen sends its invitation over one transport and receives a token; it connects over others with that
/// token. Connections that arrive while the app is away are parked and delivered on its return: to the same listener
/// after the background, and to a new one after a kill.
public struct CompanionAgent: Sendable {
    /// The maximum number of concurrent transports.
    public static let transportLimit = 64
    /// The maximum number of connections waiting for their apps.
    public static let parkedLimit = 8
    /// The maximum number of valid tokens; the oldest is dropped first.
    public static let tokenLimit = 64

    struct Transport: Sendable {
        enum Role: Hashable, Sendable {
            case new, invitation, parked
            case connection(ServiceObject)
        }

        let id: TransportID
        var stream = ControlStream()
        var role = Role.new
        /// The instant by which a message must be complete; nil if none is expected.
        var patience: Instant?
    }

    struct Invitation: Sendable {
        let transport: TransportID
        let service: ServiceIdentifier
        let bundle: String
        let digest: ParametersDigest
        var consent = PersonConsent()
        /// The instant at which the system stops waiting for a listener; nil while the person is being asked.
        var patience: Instant?
    }

    struct Grant: Sendable {
        let token: ServiceToken
        let service: ServiceIdentifier
        let bundle: String
        let digest: ParametersDigest
        /// The listener whose connection the background ended; nil if there is none to continue.
        var left: ServiceObject?
    }

    struct Parked: Sendable {
        let transport: TransportID
        let grant: Grant
    }

    struct Live: Sendable {
        var connection: ServiceConnection
        /// The transport; nil once it is gone, of which the app does not know yet.
        var transport: TransportID?
        let bundle: String
        let listener: ServiceObject
        let token: ServiceToken
    }

    struct Listener: Sendable {
        let object: ServiceObject
        let service: ServiceIdentifier
        let bundle: String
    }

    public let platform: CompanionPlatform
    public let pin: String
    public var settings: AgentSettings
    var processes: [CompanionProcess]
    var transports: [Transport] = []
    private var turnedAway = TurnedAwayConnections(limit: Self.transportLimit)
    var invitations: [Invitation] = []
    var grants: [Grant] = []
    var parked: [Parked] = []
    var live: [Live] = []
    var listeners: [Listener] = []
    var consented: Set<ServiceIdentifier> = []
    /// Whether apps have access to the network; connections wait for it.
    var isPathUp = true
    var log = TransitionLog(.companion)
    var generator: SeededGenerator

    /// Creates an agent with apps; those listed in `missing` are not installed yet.
    public init(
        platform: CompanionPlatform, pin: String, apps: [CompanionApp], missing: Set<String> = [],
        settings: AgentSettings = AgentSettings(), seed: UInt64 = 1
    ) {
        self.platform = platform
        self.pin = pin
        self.settings = settings
        processes = apps.map { CompanionProcess($0, isInstalled: !missing.contains($0.bundle)) }
        generator = SeededGenerator(seed: seed)
    }

    /// The published record: the services of the installed apps, whether or not they are running.
    public var record: AgentRecord {
        var services: [ServiceIdentifier] = []
        for process in processes where process.isInstalled {
            for service in process.app.services where !services.contains(service) { services.append(service) }
        }
        return AgentRecord(platform: platform, services: services, pin: pin)
    }

    /// The next instant at which `timePasses` has work to do.
    public var deadline: Instant? {
        let waiting =
            invitations.flatMap { [$0.consent.deadline, $0.patience] } + processes.map(\.deadline)
            + transports.map(\.patience)
        return waiting.compactMap(\.self).min()
    }

    /// The app's connections that have not ended, including suspended ones.
    public var connections: [ServiceObject] { live.map(\.connection.object) }

    public mutating func receive(_ input: AgentInput, at now: Instant) -> [AgentEffect] {
        let passed = advance(to: now)
        switch input {
        case .accepted(let id):
            guard transports.count < Self.transportLimit else {
                let told = turnedAway.add(1).map { AgentEffect.finding($0) }
                return passed + [.close(id, .reset), told].compactMap(\.self)
            }
            transports.append(Transport(id: id, patience: now + settings.messagePatience))
            return passed
        case .received(let id, let bytes): return passed + receive(bytes, on: id, at: now)
        case .ended(let id, let end): return passed + receiveEnd(of: id, end, at: now)
        case .app(let bundle, let event): return passed + receive(event, of: bundle, at: now)
        case .send(let object, let frame): return passed + tell(object, .send(frame), at: now)
        case .sendBytes(let object, let bytes): return passed + tell(object, .sendBytes(bytes), at: now)
        case .cancel(let object): return passed + tell(object, .cancel(.reset), at: now)
        case .path(let isUp):
            isPathUp = isUp
            let listening = isUp ? processes.filter(\.isListening).map(\.app.bundle) : []
            return passed + listening.flatMap { deliverParked(to: $0, at: now) }
        case .timePasses: return passed
        }
    }

    /// Handles everything that is due; handling one item may make the next one due immediately.
    private mutating func advance(to now: Instant) -> [AgentEffect] {
        var effects: [AgentEffect] = []
        while let due = deadline, due <= now {
            effects += advanceInvitations(to: now) + dropSlow(at: now)
            for index in processes.indices {
                let bundle = processes[index].app.bundle
                effects += apply(processes[index].receive(.timePasses, at: now), of: bundle, at: now)
            }
        }
        return effects
    }

    // MARK: Transports

    /// Drops transports whose message is late. A limit per byte would let a screen that sends one now and then stay
    /// forever.
    private mutating func dropSlow(at now: Instant) -> [AgentEffect] {
        var effects: [AgentEffect] = []
        for transport in transports where transport.patience.map({ $0 <= now }) == true {
            for index in transports.indices where transports[index].id == transport.id {
                transports[index].patience = nil
            }
            let meaning = "no message was whole within \(settings.messagePatience)"
            let malformed = Malformed(at: transport.stream.count, meaning)
            effects.append(.finding(Finding("services.control", malformed, in: "a screen's message")))
            if case .connection(let object) = transport.role {
                effects += tell(object, .malformed, at: now)
            } else {
                effects += drop(transport.id, .reset)
            }
        }
        return effects
    }

    /// Starts the time limit at a message's first byte, and clears it at its last one.
    private mutating func awaitRest(on id: TransportID, wasBetween: Bool, didEnd: Bool, at now: Instant) {
        guard let index = transports.firstIndex(where: { $0.id == id }) else { return }
        if transports[index].stream.isBetween {
            if didEnd { transports[index].patience = nil }
        } else if didEnd || wasBetween && transports[index].role != .new {
            transports[index].patience = now + settings.messagePatience
        }
    }

    private mutating func receive(_ bytes: [UInt8], on id: TransportID, at now: Instant) -> [AgentEffect] {
        guard let index = transports.firstIndex(where: { $0.id == id }) else { return [] }
        let wasBetween = transports[index].stream.isBetween
        var messages: [ControlMessage] = []
        var malformed: Malformed?
        do throws(Malformed) {
            try transports[index].stream.receive(bytes, into: &messages)
        } catch {
            malformed = error
        }
        awaitRest(on: id, wasBetween: wasBetween, didEnd: !messages.isEmpty, at: now)
        var effects: [AgentEffect] = []
        for message in messages {
            // A message may end the transport; anything after it is ignored.
            guard let role = transports.first(where: { $0.id == id })?.role else { return effects }
            effects += receive(message, on: id, as: role, at: now)
        }
        guard let malformed, let transport = transports.first(where: { $0.id == id }) else { return effects }
        effects.append(.finding(Finding("services.control", malformed, in: "a screen's message")))
        if case .connection(let object) = transport.role { return effects + tell(object, .malformed, at: now) }
        return effects + drop(id, .reset)
    }

    private mutating func receive(
        _ message: ControlMessage, on id: TransportID, as role: Transport.Role, at now: Instant
    ) -> [AgentEffect] {
        switch (role, message) {
        case (.new, .invite(let service, let platform, let digest)):
            return invite(service, platform, digest, on: id, at: now)
        case (.new, .connect(let token, let digest)): return connect(token, digest, on: id, at: now)
        case (.connection(let object), _): return tell(object, .message(message), at: now)
        case (.new, _), (.invitation, _), (.parked, _):
            let finding = Finding("services.outOfOrder", .fault, "\(message) came, and cannot come now")
            return [.finding(finding)] + refuse(id, ServiceRefusal(.outOfOrder))
        }
    }

    private mutating func receiveEnd(of id: TransportID, _ end: TransportEnd, at now: Instant) -> [AgentEffect] {
        guard let index = transports.firstIndex(where: { $0.id == id }) else { return [] }
        var effects: [AgentEffect] = []
        if !transports[index].stream.isBetween {
            let meaning = "the stream ended within a message, which is dropped"
            effects.append(.finding(Finding("services.halfFrame", .note, meaning)))
        }
        if case .connection(let object) = transports[index].role { effects += tell(object, .ended(end), at: now) }
        forget(id)
        return effects
    }

    /// Reports the reason, then closes the transport gracefully so that the peer receives it.
    mutating func refuse(_ id: TransportID, _ refusal: ServiceRefusal) -> [AgentEffect] {
        answer(id, .refused(refusal))
    }

    /// Sends the last message on a transport and closes it.
    mutating func answer(_ id: TransportID, _ message: ControlMessage) -> [AgentEffect] {
        [.send(id, message.encoded)] + drop(id, .orderly)
    }

    mutating func drop(_ id: TransportID, _ how: TransportClose) -> [AgentEffect] {
        forget(id)
        return [.close(id, how)]
    }

    /// Removes a transport from everything that refers to it.
    mutating func forget(_ id: TransportID) {
        transports.removeAll { $0.id == id }
        invitations.removeAll { $0.transport == id }
        parked.removeAll { $0.transport == id }
        for index in live.indices where live[index].transport == id { live[index].transport = nil }
    }

    mutating func setRole(of id: TransportID, _ role: Transport.Role) {
        for index in transports.indices where transports[index].id == id { transports[index].role = role }
    }

    func process(_ bundle: String) -> CompanionProcess? { processes.first { $0.app.bundle == bundle } }
}
