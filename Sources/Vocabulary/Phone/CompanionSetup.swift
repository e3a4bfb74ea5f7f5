public import ApplicationServices
public import Ground

/// A device that takes part in an application service: its platform, its app and its user.
///
/// System behaviour that Apple does not document is a setting (network.md, sections 3 to 5).
public struct CompanionSetup: Codable, Hashable, Sendable {
    public let name: CompanionName
    /// The name shown by a picker: 1 to 63 bytes, as in DNS-SD (RFC 6763, section 4.1.1).
    public let shownAs: String
    public let platform: CompanionPlatform
    /// The identifiers in the app's `Advertises`, without commas.
    public let services: [ServiceIdentifier]
    public let isInstalled: Bool
    /// Whether it is on the network from the first step.
    public let isOffered: Bool
    /// The user's reaction to the system's prompt.
    public let consent: ConsentPolicy
    /// The time from the launch to the app's first step.
    public let launchDelay: Lapse
    /// The time from there to the app's listener; nil if the app creates it only when a view appears.
    public let listenerDelay: Lapse?
    /// The number of connections that the app accepts at a time; it cancels any more.
    public let connectionLimit: Int
    /// The protocol of the app's listener; a screen that speaks another one is refused.
    public let applicationProtocol: String
    /// The system's undocumented behaviour; nil for the default assumptions.
    public let system: CompanionSystem?

    public init(
        _ name: CompanionName, shownAs: String, _ platform: CompanionPlatform, services: [ServiceIdentifier],
        isInstalled: Bool = true, isOffered: Bool = true, consent: ConsentPolicy = ConsentPolicy(.allows),
        launchDelay: Lapse = .milliseconds(300), listenerDelay: Lapse? = .milliseconds(50), connectionLimit: Int = 1,
        applicationProtocol: String = ServiceParameters.standard.applicationProtocol, system: CompanionSystem? = nil
    ) {
        self.system = system
        self.name = name
        self.shownAs = shownAs
        self.platform = platform
        self.services = services
        self.isInstalled = isInstalled
        self.isOffered = isOffered
        self.consent = consent
        self.launchDelay = launchDelay
        self.listenerDelay = listenerDelay
        self.connectionLimit = connectionLimit
        self.applicationProtocol = applicationProtocol
    }
}

/// The behaviour of a companion's system that Apple does not document (network.md, sections 4, 5 and 8.3).
///
/// Each value is unverified, and no verdict should depend on one alone.
public struct CompanionSystem: Codable, Hashable, Sendable {
    /// Whether the user is asked only once per service.
    public let remembersConsent: Bool
    /// The time the system waits for a launched app's listener before it reports its absence.
    public let listenerPatience: Lapse
    /// Whether a connection relaunches an app that was killed.
    public let relaunchesKilled: Bool
    /// Whether a kill is reported like a move to the background; otherwise the connection is reset.
    public let tellsKill: Bool
    /// Whether a second invitation is answered with busy and no prompt; otherwise the app cancels the newcomer.
    public let refusesWhileBusy: Bool
    /// The way in which a busy app's cancellation appears on the connection.
    public let busyEnd: AgentSettings.BusyEnd

    public init(
        remembersConsent: Bool = false, listenerPatience: Lapse = .seconds(60), relaunchesKilled: Bool = true,
        tellsKill: Bool = true, refusesWhileBusy: Bool = true, busyEnd: AgentSettings.BusyEnd = .reset
    ) {
        self.remembersConsent = remembersConsent
        self.listenerPatience = listenerPatience
        self.relaunchesKilled = relaunchesKilled
        self.tellsKill = tellsKill
        self.refusesWhileBusy = refusesWhileBusy
        self.busyEnd = busyEnd
    }
}

extension CompanionSetup {
    /// The settings of the device's system, in the form its agent takes.
    public var agentSettings: AgentSettings {
        let system = system ?? CompanionSystem()
        return AgentSettings(
            consent: consent, remembersConsent: system.remembersConsent, listenerPatience: system.listenerPatience,
            relaunchesKilled: system.relaunchesKilled, tellsKill: system.tellsKill, busyEnd: system.busyEnd,
            refusesWhileBusy: system.refusesWhileBusy)
    }
}

/// An action on a companion: by its user, its system or the person who carries it.
public enum CompanionAct: Hashable, Codable, Sendable {
    /// It joins the network.
    case offer
    /// It leaves the network with a goodbye.
    case leave
    case install
    case uninstall
    case launch
    /// The view that creates the app's listener appears.
    case showView
    case background
    case resume
    case kill
    case quit
    /// New connections from screens are shown a certificate that is not the companion's.
    case impersonate
    /// New connections are shown its own certificate again.
    case beItself
    /// It gets a new name of 1 to 63 bytes, which removes it from the network and adds it again.
    case rename(shownAs: String)
    /// Its system denies apps network access, as watchOS does without a reason: connections wait.
    case losePath
    case regainPath
    /// The app makes this many more moves in the rig's game, `apart` from each other.
    case play(moves: Int, apart: Lapse)
    /// The app sends one frame, outside any game.
    case send(type: UInt32, payload: [UInt8])
    /// The app sends the header of a frame of this length, and never the frame.
    case announce(length: UInt32)
    /// The app sends the first bytes of a frame and never the rest.
    case begin(type: UInt32, payload: [UInt8], bytes: Int)
}

extension CompanionAct {
    /// The action as the end of a sentence that begins with "let" and a name.
    public var phrase: String {
        switch self {
        case .offer: "come into the network"
        case .leave: "leave the network"
        case .install: "get the app"
        case .uninstall: "lose the app"
        case .launch: "launch the app"
        case .showView: "show the view that listens"
        case .background: "send the app to the background"
        case .resume: "resume the app"
        case .kill: "kill the app"
        case .quit: "quit the app"
        case .impersonate: "show a foreign certificate"
        case .beItself: "show its own certificate"
        case .losePath: "keep the app out of the network"
        case .regainPath: "let the app into the network"
        case .play(let moves, let apart): "make \(counted(moves, "move")), \(apart) apart"
        case .send(let type, let payload): "send a frame of type \(type) with \(counted(payload.count, "byte"))"
        case .announce(let length): "announce a frame of \(length) bytes"
        case .begin(let type, let payload, let bytes):
            "send the first \(counted(bytes, "byte")) of a frame of type \(type) with \(counted(payload.count, "byte"))"
        case .rename(let shown): "be called \(shown.shown())"
        }
    }
}

/// An outcome that a scenario can ask of a companion: visible on the wire, never a screen's internal state.
public enum CompanionOutcome: Hashable, Codable, Sendable {
    /// Screens can find it.
    case offered
    /// A screen's connection to its agent came up.
    case reached
    /// A screen requests its app.
    case invited
    /// The user is asked.
    case prompted
    case allowed
    case refused
    case launched
    /// The app has a listener, and it is ready.
    case listening
    /// A screen sent `connect`, whatever the agent did with it. One choice needs only one.
    case connectRequested
    /// A connection waits for the app.
    case parked
    /// The app has a connection and reported it.
    case connected
    /// A new connection of the app continues one that the background ended: to the same endpoint, from the same
    /// listener.
    case resumed
    /// A connection of the app is over, for any reason.
    case closed
    /// A connection of the app ended with this error. An app in the background learns of it on its return.
    case failed(with: CompanionFailure)
    /// A frame arrived; if a type or a text is given, only with these.
    case frame(type: UInt32? = nil, text: String? = nil)
    /// A move was acknowledged.
    case acknowledged
    /// The screen acknowledged or requested a move that it already had: it lost or doubled one.
    case moveLost
    case moveDoubled
}

/// An error with which a companion app's connection can end, by the names in a device's log (network.md,
/// section 8.2).
public enum CompanionFailure: String, Hashable, Codable, Sendable, CaseIterable {
    /// The app was in the background, and learns of it on its return.
    case aborted = "ECONNABORTED"
    /// The screen reset the connection.
    case reset = "ECONNRESET"
    /// There was no answer.
    case timedOut = "ETIMEDOUT"
    /// The screen closed the connection properly.
    case endOfStream = "EOF"
    /// The screen sent something unreadable, or not allowed at that point.
    case badMessage = "EBADMSG"
    /// The screen's data is not sealed as TLS requires.
    case security = "TLS"
}

extension CompanionOutcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .offered: "offered to screens"
        case .reached: "reached by a screen"
        case .invited: "invited"
        case .prompted: "asking its person"
        case .allowed: "allowed by its person"
        case .refused: "refused by its person"
        case .launched: "launched"
        case .listening: "listening"
        case .connectRequested: "asked for a connection"
        case .parked: "holding a connection"
        case .connected: "connected"
        case .resumed: "resumed"
        case .closed: "connection closed"
        case .failed(let failure): "connection failed with \(failure.rawValue)"
        case .frame(nil, nil): "frame"
        case .frame(let type?, nil): "frame of type \(type)"
        case .frame(nil, let text?): "frame \(text.shown())"
        case .frame(let type?, let text?): "frame \(text.shown()) of type \(type)"
        case .acknowledged: "move acknowledged"
        case .moveLost: "move lost"
        case .moveDoubled: "move doubled"
        }
    }
}
