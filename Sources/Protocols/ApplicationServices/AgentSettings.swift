public import Ground

/// How the system of a companion device behaves, as far as that can differ.
///
/// Much of it Apple does not say: what the network fact sheet marks [U] is marked as unverified here, and no verdict
/// should rest on one value of it alone.
public struct AgentSettings: Hashable, Sendable {
    /// How a connection ends that the app cancels because it is in another session.
    public enum BusyEnd: String, Hashable, Codable, Sendable {
        case reset, aborted
    }

    public var consent: ConsentPolicy
    /// Whether the person is asked once only for a service. Unverified: section 10.
    public var remembersConsent: Bool
    /// How long the system waits for the listener of a launched app before it says so. Unverified.
    public var listenerPatience: Span
    /// Whether an app that was killed is launched again by a connection. Unverified: section 5.
    public var relaunchesKilled: Bool
    /// Whether a kill is told like the background. Unverified: section 5 assumes it.
    public var tellsKill: Bool
    /// How a connection looks that a busy app cancels. Unverified: section 8.3.
    public var busyEnd: BusyEnd
    /// Whether a second invitation is answered with `busy` and without a prompt. Unverified.
    public var refusesWhileBusy: Bool
    /// How long a screen may take for its first message, and for all of one that it began. The rig's own: Apple says
    /// nothing of it.
    public var messagePatience: Span

    public init(
        consent: ConsentPolicy = ConsentPolicy(.allows), remembersConsent: Bool = false,
        listenerPatience: Span = .seconds(60), relaunchesKilled: Bool = true, tellsKill: Bool = true,
        busyEnd: BusyEnd = .reset, refusesWhileBusy: Bool = true, messagePatience: Span = .seconds(10)
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

/// A transport between a screen and an agent, as its owner numbers it.
public struct TransportID: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(_ number: Int) { rawValue = number }
}

/// What comes to an agent: from the network, or from whoever plays the person and the apps.
public enum AgentInput: Hashable, Sendable {
    /// A screen's transport is up, TLS included.
    case accepted(TransportID)
    case received(TransportID, [UInt8])
    case ended(TransportID, TransportEnd)
    /// An app, by its bundle identifier.
    case app(String, AppEvent)
    /// An app sends on one of its connections.
    case send(ServiceObject, ServiceFrame)
    /// An app sends bytes that need not be frames.
    case sendBytes(ServiceObject, [UInt8])
    /// An app cancels one of its connections.
    case cancel(ServiceObject)
    /// The system lets apps into the network, or does not: then their connections wait, as on a Watch (TN3135).
    case path(isUp: Bool)
    case timePasses

    public enum AppEvent: String, Hashable, Codable, Sendable, CaseIterable {
        case install, uninstall, launch
        /// A view appears that makes the listeners.
        case listen
        case background, resume, kill, quit
    }
}

/// What an agent wants done, or tells.
public enum AgentEffect: Hashable, Sendable {
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    /// The record changed with what is installed.
    case advertise(AgentRecord)
    /// A screen asks for an app, whatever becomes of that.
    case invited(ServiceIdentifier)
    /// A screen sent `connect`. `refusal` is why the agent refused it; nil if it took or parked the connection.
    case connectRequested(TransportID, refusal: ServiceRefusal?)
    case prompted(ServiceIdentifier)
    case answered(ServiceIdentifier, isAllowed: Bool)
    case launched(bundle: String)
    case transition(ServiceTransition)
    /// Hello was sent for a connection.
    case hello(ServiceObject)
    /// A listener's app got a connection.
    case delivered(ServiceObject, to: ServiceObject)
    /// A connection is ready that goes on where the background ended one: to the same endpoint, with the same listener
    /// (network fact sheet, section 0, points 17 and 18).
    case resumed(ServiceObject, to: ServiceObject)
    /// A screen's connection waits for its app.
    case parked(TransportID, ServiceToken)
    case frame(ServiceObject, ServiceFrame)
    case unsent(ServiceObject, ServiceFrame)
    case finding(Finding)
}
