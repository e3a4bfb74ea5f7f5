public import Ground

/// The variable behaviour of a companion device's system.
///
/// Apple documents little of it. Whatever the network fact sheet marks [U] is marked unverified here, and no verdict
/// should depend on a single value of it.
public struct AgentSettings: Hashable, Sendable {
    /// The way a connection ends that the app cancels because it is in another session.
    public enum BusyEnd: String, Hashable, Codable, Sendable {
        case reset, aborted
    }

    public var consent: ConsentPolicy
    /// Whether the person is asked only once per service. Unverified: section 10.
    public var remembersConsent: Bool
    /// The time the system waits for a launched app's listener before it reports failure. Unverified.
    public var listenerPatience: Lapse
    /// Whether a connection launches a killed app again. Unverified: section 5.
    public var relaunchesKilled: Bool
    /// Whether a kill is reported like a move to the background. Unverified: section 5 assumes it.
    public var tellsKill: Bool
    /// The end of a connection that a busy app cancels, as the screen sees it. Unverified: section 8.3.
    public var busyEnd: BusyEnd
    /// Whether a second invitation is answered with `busy` and without a prompt. Unverified.
    public var refusesWhileBusy: Bool
    /// The time limit for a screen's first message, and for completing any message it began. Chosen by this project:
    /// Apple documents none.
    public var messagePatience: Lapse

    public init(
        consent: ConsentPolicy = ConsentPolicy(.allows), remembersConsent: Bool = false,
        listenerPatience: Lapse = .seconds(60), relaunchesKilled: Bool = true, tellsKill: Bool = true,
        busyEnd: BusyEnd = .reset, refusesWhileBusy: Bool = true, messagePatience: Lapse = .seconds(10)
    ) {
        self.consent = consent
        self.remembersConsent = remembersConsent
        self.listenerPatience = listenerPatience
        self.relaunchesKilled = relaunchesKilled
        self.tellsKill = tellsKill
        self.busyEnd = busyEnd
        self.refusesWhileBusy = refusesWhileBusy
        self.messagePatience = messagePatience
    }
}

/// A transport between a screen and an agent, numbered by its owner.
public struct TransportID: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(_ number: Int) { rawValue = number }
}

/// An input of an agent: from the network, or from the simulation of the person and the apps.
public enum AgentInput: Hashable, Sendable {
    /// A screen's transport is up, including TLS.
    case accepted(TransportID)
    case received(TransportID, [UInt8])
    case ended(TransportID, TransportEnd)
    /// An event of an app, identified by its bundle identifier.
    case app(String, AppEvent)
    /// An app sends a frame on one of its connections.
    case send(ServiceObject, ServiceFrame)
    /// An app sends bytes that need not form frames.
    case sendBytes(ServiceObject, [UInt8])
    /// An app cancels one of its connections.
    case cancel(ServiceObject)
    /// The system grants or denies apps access to the network; without it, their connections wait, as on a Watch
    /// (TN3135).
    case path(isUp: Bool)
    case timePasses

    public enum AppEvent: String, Hashable, Codable, Sendable, CaseIterable {
        case install, uninstall, launch
        /// A view appears and creates the listeners.
        case listen
        case background, resume, kill, quit
    }
}

/// An output of an agent.
public enum AgentEffect: Hashable, Sendable {
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    /// The record changed along with the installed apps.
    case advertise(AgentRecord)
    /// A screen invited an app, whatever the result.
    case invited(ServiceIdentifier)
    /// A screen sent `connect`. `refusal` is the agent's reason for refusing; nil if it accepted or parked the
    /// connection.
    case connectRequested(TransportID, refusal: ServiceRefusal?)
    case prompted(ServiceIdentifier)
    case answered(ServiceIdentifier, isAllowed: Bool)
    case launched(bundle: String)
    case transition(ServiceTransition)
    /// Hello was sent for a connection.
    case hello(ServiceObject)
    /// A listener's app received a connection.
    case delivered(ServiceObject, to: ServiceObject)
    /// A connection is ready that continues one ended by the background: with the same endpoint and the same listener
    /// (network.md, section 0, points 17 and 18).
    case resumed(ServiceObject, to: ServiceObject)
    /// A screen's connection is waiting for its app.
    case parked(TransportID, ServiceToken)
    case frame(ServiceObject, ServiceFrame)
    case unsent(ServiceObject, ServiceFrame)
    case finding(Finding)
}
