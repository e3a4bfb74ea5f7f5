public import Ground

/// An app of a companion device: what it advertises, and how it behaves when the system launches it.
public struct CompanionApp: Hashable, Sendable {
    public let bundle: String
    /// The identifiers of its `Advertises`.
    public let services: [ServiceIdentifier]
    /// With what its listeners are made.
    public var parameters: ServiceParameters
    /// From the launch to the app's first step.
    public var launchDelay: Span
    /// From that step to the listener; nil for an app that makes none by itself, such as one that waits for a view.
    public var listenerDelay: Span?
    /// How many connections it takes at once; it cancels others.
    public var connectionLimit: Int
    /// Whether it makes its listeners anew when it is resumed, as apps with plain Bonjour listeners must.
    public var renewsListeners: Bool

    public init(
        _ bundle: String, services: [ServiceIdentifier], parameters: ServiceParameters = .standard,
        launchDelay: Span = .milliseconds(300), listenerDelay: Span? = .milliseconds(50), connectionLimit: Int = 1,
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

/// Whether an app is installed and runs, and when it listens.
struct CompanionProcess: Sendable {
    enum Input: Hashable, Sendable {
        case install, uninstall, launch
        /// A view appears that makes the listeners.
        case listen
        case background, resume, kill, quit
        case timePasses
    }

    enum Effect: Hashable, Sendable {
        case launched
        /// Make the listeners of all services, which are new ones.
        case makeListeners
        /// They end in order, or vanish with the process.
        case endListeners(isOrderly: Bool)
        case suspended, resumed
        /// The process is gone, and what it had with it.
        case gone(isOrderly: Bool)
    }

    enum State: Hashable, Sendable {
        case notInstalled, notRunning
        case launching(until: Instant)
        /// In front; the listeners come at the instant, or only when a view appears.
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
