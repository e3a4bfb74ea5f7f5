public import Ground

/// The phone's system as Nearby Interaction sessions see it: permission, capabilities and limits.
///
/// On iOS 14 the user is asked once per launch of the app, when its first session runs, and the answer lasts until
/// the app quits; only sessions with other phones exist. From iOS 15 on the question appears only once. After that
/// the app is listed in Settings, where the answer can be changed at any time. An app without a purpose string is
/// refused (nearby-interaction.md, section 5.4).
public struct NearbySystem: Sendable {
    enum Consent: Hashable, Sendable {
        case unasked
        case given(untilQuit: Bool)
        case denied(untilQuit: Bool)
    }

    struct Question: Hashable, Sendable {
        var answer: PermissionAnswer
        var due: Instant
    }

    /// The facts by which a run is judged.
    public struct Request: Hashable, Sendable {
        let configuration: NIConfiguration
        /// The number of the phone's other active sessions.
        let others: Int
        /// The number of extended-distance sessions among them.
        let extendedOthers: Int
        /// Whether the accessory is paired and connected.
        let isPeerAvailable: Bool

        public init(
            _ configuration: NIConfiguration, others: Int = 0, extendedOthers: Int = 0, isPeerAvailable: Bool = true
        ) {
            self.configuration = configuration
            self.others = others
            self.extendedOthers = extendedOthers
            self.isPeerAvailable = isPeerAvailable
        }
    }

    public let settings: SystemSettings
    private var permission: NearbyPermission
    private var consent: Consent
    private var question: Question?

    public init(_ settings: SystemSettings) {
        self.settings = settings
        permission = settings.permission
        consent = Self.consent(settings.permission, isLasting: settings.version >= .iOS15)
    }

    /// The time at which the user answers.
    public var deadline: Instant? { question?.due }

    /// Whether the question is on the screen.
    public var isAsking: Bool { question != nil }

    public var isAllowed: Bool { if case .given = consent { settings.hasPurposeString } else { false } }

    /// Judges a run, and brings up the question if it was never asked.
    public mutating func admit(_ request: Request, at now: Instant) -> Admission {
        if let code = impossible(request.configuration) { return .refused(code) }
        guard settings.hasPurposeString else { return .refused(.userDidNotAllow) }
        switch consent {
        case .denied: return .refused(.userDidNotAllow)
        case .unasked:
            if question == nil { ask(at: now) }
            return .asking
        case .given: return unavailable(request).map { .refused($0) } ?? .granted
        }
    }

    /// Returns the answer, if it is due.
    public mutating func advance(to now: Instant) -> PermissionAnswer? {
        guard let question, question.due <= now else { return nil }
        self.question = nil
        consent = question.answer == .deny ? .denied(untilQuit: !isLasting) : .given(untilQuit: !isLasting)
        return question.answer
    }

    /// The result of a change in Settings.
    public enum SettingsChange: Hashable, Sendable {
        /// The app is not listed: it never asked, or the system has no such setting.
        case notListed
        case made
        /// Sessions lose their permission.
        case endsSessions
    }

    /// Changes the answer in Settings.
    public mutating func setPermission(_ setting: PermissionSetting) -> SettingsChange {
        guard isLasting, consent != .unasked else { return .notListed }
        let wasAllowed = isAllowed
        permission = setting.permission
        consent = Self.consent(permission, isLasting: true)
        return wasAllowed && !isAllowed ? .endsSessions : .made
    }

    /// Whether an answer outlives the app.
    private var isLasting: Bool { settings.version >= .iOS15 }

    /// Quits and relaunches the app.
    public mutating func relaunch() {
        question = nil
        switch consent {
        case .given(untilQuit: true), .denied(untilQuit: true): consent = .unasked
        case .unasked, .given(untilQuit: false), .denied(untilQuit: false): break
        }
    }

    private mutating func ask(at now: Instant) {
        switch permission {
        case .allowed: question = Question(answer: yes, due: now)
        case .denied: question = Question(answer: .deny, due: now)
        case .asks(let answer, let delay):
            question = Question(answer: answer == .deny ? .deny : yes, due: now + delay)
        }
    }

    /// The positive answer, which differs between systems.
    private var yes: PermissionAnswer { isLasting ? .allowWhileInUse : .allowOnce }

    private static func consent(_ permission: NearbyPermission, isLasting: Bool) -> Consent {
        switch permission {
        case .allowed: .given(untilQuit: !isLasting)
        case .denied: .denied(untilQuit: !isLasting)
        case .asks: .unasked
        }
    }

    /// The reason this phone can never run the configuration, or nil.
    private func impossible(_ configuration: NIConfiguration) -> NIErrorCode? {
        let capabilities = settings.capabilities
        if !capabilities.distance { return .unsupportedPlatform }
        if case .accessory = configuration, settings.version < .iOS15 { return .unsupportedPlatform }
        if configuration.isExtendedDistance, !capabilities.extendedDistance || settings.version < .iOS17 {
            return .unsupportedPlatform
        }
        switch settings.cameraAssistance {
        case .off: return nil
        case _ where !capabilities.cameraAssistance || settings.version < .iOS16: return .unsupportedPlatform
        case .ready: return nil
        case .notReady: return .invalidARConfiguration
        }
    }

    /// The reason the request cannot be run now, or with this peer; nil if it can.
    private func unavailable(_ request: Request) -> NIErrorCode? {
        switch request.configuration {
        case .accessory(_, isForBackground: true) where !request.isPeerAvailable:
            return .accessoryPeerDeviceUnavailable
        case .phone(let token, _):
            guard case .phone(_, DiscoveryToken.generation) = token.origin else { return .incompatiblePeerDevice }
        case .accessory: break
        }
        if let limit = settings.activeSessionsLimit, request.others >= limit { return .activeSessionsLimitExceeded }
        if request.configuration.isExtendedDistance, let limit = settings.extendedDistanceSessionsLimit,
            request.extendedOthers >= limit
        {
            return .activeExtendedDistanceSessionsLimitExceeded
        }
        return nil
    }
}

/// The system's decision on a session that an app wants to run.
public enum Admission: Hashable, Sendable {
    case granted
    /// The user is being asked; the decision follows.
    case asking
    case refused(NIErrorCode)
}
