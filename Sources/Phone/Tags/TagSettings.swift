public import Ground
public import NDEF
public import TagRouting

/// What the phone's user, apps and settings make of tags.
public struct TagSettings: Sendable {
    /// The installed apps and the association files of their sites.
    public var router: TagRouter
    /// What the phone is and does at the beginning.
    public var conditions: PhoneConditions
    /// What is made of a link that only a Smart Poster holds; what an iPhone does is not verified.
    public var smartPosters: FirstURI.SmartPosterRule
    /// Whether a tag that holds nothing usable is told in a banner; seen in one field report (B15, unverified).
    public var showsUnusableBanner: Bool
    /// What the user does about a notification.
    public var answer: NotificationAnswer
    /// What comes of it when the phone asks to be unlocked.
    public var unlock: UnlockAnswer
    /// The bundle identifiers of apps whose code takes up no activity: they open, and get nothing.
    public var appsWithoutHandler: Set<String>
    /// The links that start a session, of the app that holds the sessions.
    public var sessionLinks: [SessionLink]

    public init(
        router: TagRouter = TagRouter(apps: []), conditions: PhoneConditions = PhoneConditions(),
        smartPosters: FirstURI.SmartPosterRule = .ignore, showsUnusableBanner: Bool = false,
        answer: NotificationAnswer = .opens(after: .zero), unlock: UnlockAnswer = .succeeds(after: .seconds(1)),
        appsWithoutHandler: Set<String> = [], sessionLinks: [SessionLink] = []
    ) {
        self.router = router
        self.conditions = conditions
        self.smartPosters = smartPosters
        self.showsUnusableBanner = showsUnusableBanner
        self.answer = answer
        self.unlock = unlock
        self.appsWithoutHandler = appsWithoutHandler
        self.sessionLinks = sessionLinks
    }

    /// Links that make the app connect to an accessory and range with it.
    public struct SessionLink: Hashable, Sendable {
        public let pattern: LinkPattern
        public let accessory: AccessoryName

        public init(_ pattern: LinkPattern, starts accessory: AccessoryName) {
            self.pattern = pattern
            self.accessory = accessory
        }
    }
}

/// What the user or the system does to the whole phone, as far as tags care.
public enum ConditionChange: Hashable, Sendable {
    case display(isOn: Bool)
    case lock(isLocked: Bool)
    case airplane(isOn: Bool)
    case camera(isOn: Bool)
    /// Wallet, or Apple Pay.
    case wallet(isOn: Bool)
    /// An app's own Core NFC reader session.
    case readerSession(isOn: Bool)
    /// The phone starts anew: lit, locked, not unlocked since; airplane mode stays as it is.
    case restart
}

extension PhoneConditions {
    /// A phone in its owner's hand, lit and unlocked, whose owner has the same habits.
    var inHand: PhoneConditions {
        var conditions = PhoneConditions()
        conditions.browserDomains = browserDomains
        return conditions
    }

    mutating func note(_ change: ConditionChange) {
        switch change {
        case .display(let isOn): display = isOn ? .on : .off
        case .lock(let isLocked):
            lock = isLocked ? .locked : .unlocked
            if !isLocked { everUnlocked = true }
        case .airplane(let isOn): airplane = isOn
        case .camera(let isOn): camera = isOn
        case .wallet(let isOn): wallet = isOn
        case .readerSession(let isOn): coreNFCSession = isOn
        case .restart:
            (display, lock, everUnlocked) = (.on, .locked, false)
            (camera, wallet, coreNFCSession) = (false, false, false)
        }
    }
}
