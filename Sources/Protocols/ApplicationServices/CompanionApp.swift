public import Ground

/// An app of a companion device: the services it advertises, and its behaviour when launched by the system.
public struct CompanionApp: Hashable, Sendable {
    public let bundle: String
    /// The identifiers in its `Advertises`.
    public let services: [ServiceIdentifier]
    /// The parameters of its listeners.
    public var parameters: ServiceParameters
    /// The time from the launch to the app's first step.
    public var launchDelay: Lapse
    /// The time from that step to the listener; nil for an app that creates none by itself, for example because it
    /// waits for a view.
    public var listenerDelay: Lapse?
    /// The maximum number of concurrent connections; the app cancels others.
    public var connectionLimit: Int
    /// Whether the app recreates its listeners when resumed, as apps with plain Bonjour listeners must.
    public var renewsListeners: Bool

    public init(
        _ bundle: String, services: [ServiceIdentifier], parameters: ServiceParameters = .standard,
        launchDelay: Lapse = .milliseconds(300), listenerDelay: Lapse? = .milliseconds(50), connectionLimit: Int = 1,
        renewsListeners: Bool = false
    ) {
        self.bundle = bundle
        self.services = services
        self.parameters = parameters
        self.launchDelay = launchDelay
        self.listenerDelay = listenerDelay
        self.connectionLimit = connectionLimit
        self.renewsListeners = renewsListeners
    }
}

/// The state of an app: whether it is installed, running and listening.
struct CompanionProcess: Sendable {
    enum Input: Hashable, Sendable {
        case install, uninstall, launch
        /// A view appears and creates the listeners.
        case listen
        case background, resume, kill, quit
        case timePasses
    }

    enum Effect: Hashable, Sendable {
        case launched
        /// Create new listeners for all services.
        case makeListeners
        /// The listeners end gracefully, or vanish with the process.
        case endListeners(isOrderly: Bool)
        case suspended, resumed
        /// The process is gone, with everything it owned.
        case gone(isOrderly: Bool)
    }

    enum State: Hashable, Sendable {
        case notInstalled, notRunning
        case launching(until: Instant)
        /// In the foreground; the listeners are created at the instant, or, if it is nil, when a view appears.
        case starting(listensAt: Instant?)
        case listening
        case background(hasListeners: Bool)
    }

    private(set) var state: State
    let app: CompanionApp

    init(_ app: CompanionApp, isInstalled: Bool) {
        self.app = app
        state = isInstalled ? .notRunning : .notInstalled
    }

    var isInstalled: Bool { state != .notInstalled }
    var isListening: Bool { state == .listening }
    var isRunning: Bool { isInstalled && state != .notRunning }
    var isInBackground: Bool { if case .background = state { true } else { false } }

    var deadline: Instant? {
        switch state {
        case .launching(let until): until
        case .starting(let listensAt): listensAt
        case .notInstalled, .notRunning, .listening, .background: nil
        }
    }

    mutating func receive(_ input: Input, at now: Instant) -> [Effect] {
        switch (state, input) {
        case (.notInstalled, .install): state = .notRunning
        case (.notRunning, .uninstall): state = .notInstalled
        case (.notRunning, .launch): state = .launching(until: now + app.launchDelay)
        case (.launching(let until), .timePasses) where until <= now:
            state = .starting(listensAt: app.listenerDelay.map { until + $0 })
            return [.launched] + receive(.timePasses, at: now)
        case (.starting(let listensAt?), .timePasses) where listensAt <= now: return listen()
        case (.starting, .listen): return listen()
        case (.starting, .background), (.launching, .background): state = .background(hasListeners: false)
        case (.listening, .background):
            state = .background(hasListeners: true)
            return [.suspended]
        case (.background(let hasListeners), .resume): return resume(hasListeners, at: now)
        case (.launching, .kill), (.starting, .kill), (.listening, .kill), (.background, .kill),
            (.launching, .uninstall), (.starting, .uninstall), (.listening, .uninstall), (.background, .uninstall):
            state = input == .uninstall ? .notInstalled : .notRunning
            return [.gone(isOrderly: false)]
        case (.launching, .quit), (.starting, .quit), (.listening, .quit), (.background, .quit):
            state = .notRunning
            return [.endListeners(isOrderly: true), .gone(isOrderly: true)]
        default: break  // what makes no difference now
        }
        return []
    }

    private mutating func listen() -> [Effect] {
        state = .listening
        return [.makeListeners]
    }

    private mutating func resume(_ hasListeners: Bool, at now: Instant) -> [Effect] {
        guard hasListeners else {
            state = .starting(listensAt: app.listenerDelay.map { now + $0 })
            return [.resumed]
        }
        state = .listening
        guard app.renewsListeners else { return [.resumed] }
        return [.resumed, .endListeners(isOrderly: true), .makeListeners]
    }
}
