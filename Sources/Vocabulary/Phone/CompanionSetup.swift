public import ApplicationServices
public import Ground

/// A device that takes part in an application service: its platform, its app, and the person who holds it.
///
/// How the system behaves there beyond what Apple says is a setting (network fact sheet, sections 3 to 5).
public struct CompanionSetup: Codable, Hashable, Sendable {
    public let name: CompanionName
    /// What a picker shows it as: 1 to 63 bytes, as DNS-SD takes them (RFC 6763, section 4.1.1).
    public let shownAs: String
    public let platform: CompanionPlatform
    /// The identifiers of the app's `Advertises`, without commas.
    public let services: [ServiceIdentifier]
    public let isInstalled: Bool
    /// Whether it is in the network from the first step on.
    public let isOffered: Bool
    /// What the person does when the system asks there.
    public let consent: ConsentPolicy
    /// From the launch to the app's first step.
    public let launchDelay: Span
    /// From there to the app's listener; nil for an app that makes it when a view appears.
    public let listenerDelay: Span?
    /// How many connections the app takes at once; it cancels others.
    public let connectionLimit: Int
    /// The protocol with which the app's listener is made; a screen that speaks another one is refused.
    public let applicationProtocol: String
    /// How the device's system behaves where Apple does not say it; nil for what is assumed.
    public let system: CompanionSystem?

    public init(
        _ name: CompanionName, shownAs: String, _ platform: CompanionPlatform, services: [ServiceIdentifier],
        isInstalled: Bool = true, isOffered: Bool = true, consent: ConsentPolicy = ConsentPolicy(.allows),
        launchDelay: Span = .milliseconds(300), listenerDelay: Span? = .milliseconds(50), connectionLimit: Int = 1,
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

/// What the system of a companion does beyond what Apple says (network fact sheet, sections 4, 5 and 8.3).
///
/// Each of these is unverified, and no verdict should rest on one value of it alone.
public struct CompanionSystem: Codable, Hashable, Sendable {
    /// Whether the person is asked once only for a service.
    public let remembersConsent: Bool
    /// How long it waits for the listener of a launched app before it says so.
    public let listenerPatience: Span
    /// Whether an app that was killed is launched again by a connection.
    public let relaunchesKilled: Bool
    /// Whether a kill is told like the background; otherwise the connection is reset.
    public let tellsKill: Bool
    /// Whether a second invitation is answered with busy and without a prompt; otherwise the app cancels the newcomer.
    public let refusesWhileBusy: Bool
    /// How a connection looks that a busy app cancels.
    public let busyEnd: AgentSettings.BusyEnd

    public init(
        remembersConsent: Bool = false, listenerPatience: Span = .seconds(60), relaunchesKilled: Bool = true,
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
    /// Everything about the device's system, as its agent takes it.
    public var agentSettings: AgentSettings {
        let system = system ?? CompanionSystem()
        return AgentSettings(
            consent: consent, remembersConsent: system.remembersConsent, listenerPatience: system.listenerPatience,
            relaunchesKilled: system.relaunchesKilled, tellsKill: system.tellsKill, busyEnd: system.busyEnd,
            refusesWhileBusy: system.refusesWhileBusy)
    }
}

/// What somebody does with a companion: the person who holds it, its system, or whoever carries it away.
public enum CompanionAct: Hashable, Codable, Sendable {
    /// It comes into the network.
    case offer
    /// It leaves the network, and says so.
    case leave
    case install
    case uninstall
    case launch
    /// The view appears that makes the app's listener.
    case showView
    case background
    case resume
    case kill
    case quit
    /// Screens that come from now on are shown a certificate that is not the companion's.
    case impersonate
    /// They are shown its own one again.
    case beItself
    /// It gets another name, which takes it out of the network and back: 1 to 63 bytes.
    case rename(shownAs: String)
    /// Its system does not let apps into the network, as watchOS does without a reason: connections wait.
    case losePath
    case regainPath
    /// The app makes so many moves more in the rig's game, so far apart.
    case play(moves: Int, apart: Span)
    /// The app sends one frame, past any game.
    case send(type: UInt32, payload: [UInt8])
    /// The app sends the header of a frame of so many bytes, and nothing of the frame.
    case announce(length: UInt32)
    /// The app sends the first bytes of a frame, and nothing of the rest.
    case begin(type: UInt32, payload: [UInt8], bytes: Int)
}

extension CompanionAct {
    /// As the end of a sentence that begins with "let" and a name.
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

/// What a scenario can ask for about a companion: what the wire shows, and nothing of the screen's inside.
public enum CompanionOutcome: Hashable, Codable, Sendable {
    /// Screens can find it.
    case offered
    /// A screen's connection to its agent came up.
    case reached
    /// A screen asks for its app.
    case invited
    /// The person is asked.
    case prompted
    case allowed
    case refused
    case launched
    /// The app has a listener that is ready.
    case listening
    /// A screen sent `connect`, whatever the agent did with it. One choice needs one.
    case connectRequested
    /// A connection waits for the app.
    case parked
    /// The app has a connection, and said so.
    case connected
    /// A connection of the app's goes on where the background ended one: a new one to the same endpoint, which the app
    /// got from the same listener.
    case resumed
    /// A connection of the app's is over, however.
    case closed
    /// A connection of the app's ended with this error. Of the background the app learns when it is back.
    case failed(with: CompanionFailure)
    /// A frame came; with a type or a text, only with these.
    case frame(type: UInt32? = nil, text: String? = nil)
    /// A move was acknowledged.
    case acknowledged
    /// The screen acknowledged, or asked for, a move that it had before: it lost or doubled one.
    case moveLost
    case moveDoubled

    private enum FailedCodingKeys: String, CodingKey { case with }
    private enum FrameCodingKeys: String, CodingKey { case type, text }
}

/// With what a connection of a companion's app can end, by the names that a device's log has (network fact sheet,
/// section 8.2).
public enum CompanionFailure: String, Hashable, Codable, Sendable, CaseIterable {
    /// The app was in the background, and learns of it when it is back.
    case aborted = "ECONNABORTED"
    /// The screen ended it at once.
    case reset = "ECONNRESET"
    /// Nobody answered.
    case timedOut = "ETIMEDOUT"
    /// The screen ended it as one should.
    case endOfStream = "EOF"
    /// What the screen sent cannot be read, or could not come then.
    case badMessage = "EBADMSG"
    /// What the screen sent is not sealed as TLS asks.
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
