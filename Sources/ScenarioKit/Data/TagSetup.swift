public import Ground

/// How the phone treats tags and their notifications, and the state in which the scenario finds it.
public struct TagSetup: Codable, Hashable, Sendable {
    public let model: PhoneModelName
    /// True when the phone takes the URI inside a Smart Poster for a link; whether a real one does is not known.
    public let looksInsideSmartPosters: Bool
    /// True when the phone opens apps by schemes of their own, as one field report says against Apple's text.
    public let allowsCustomSchemes: Bool
    /// True when the phone shows a banner for a tag without anything usable; when a real one does is not known.
    public let showsUnusableBanner: Bool
    /// What the user does about a notification.
    public let answer: NotificationAnswer
    /// What comes of the unlocking that a tap on a locked phone asks for.
    public let unlock: UnlockAnswer
    public let startsLocked: Bool
    public let startsWithDisplayOff: Bool
    /// True when the phone was never unlocked since it started; it is locked then.
    public let neverUnlocked: Bool
    /// Domains for which the user chose the browser at some time.
    public let browserChosenFor: [String]

    public init(
        model: PhoneModelName = .iPhoneXS, looksInsideSmartPosters: Bool = false, allowsCustomSchemes: Bool = false,
        showsUnusableBanner: Bool = false, answer: NotificationAnswer = .opens(after: .zero),
        unlock: UnlockAnswer = .succeeds(after: .seconds(1)), startsLocked: Bool = false,
        startsWithDisplayOff: Bool = false, neverUnlocked: Bool = false, browserChosenFor: [String] = []
    ) {
        self.model = model
        self.looksInsideSmartPosters = looksInsideSmartPosters
        self.allowsCustomSchemes = allowsCustomSchemes
        self.showsUnusableBanner = showsUnusableBanner
        self.answer = answer
        self.unlock = unlock
        self.startsLocked = startsLocked || neverUnlocked
        self.startsWithDisplayOff = startsWithDisplayOff
        self.neverUnlocked = neverUnlocked
        self.browserChosenFor = browserChosenFor
    }

    /// The oldest phone that is documented to read tags, lit, unlocked, with an owner who opens every notification.
    public static let standard = TagSetup()
}

/// A model of iPhone, as far as models differ in what they do with tags (fact sheet on NFC, B1).
public enum PhoneModelName: String, Codable, Hashable, Sendable, CaseIterable {
    case iPhone7
    case iPhone8
    case iPhoneX
    /// The oldest that Apple names as reading tags in the background, with the XR.
    case iPhoneXS
    case iPhoneXR
    /// Has background reading from general knowledge alone: unverified.
    case iPhoneSE2
    case iPhone15

    /// Whether it reads tags without an app that asks for it.
    public var readsInBackground: Bool {
        switch self {
        case .iPhone7, .iPhone8, .iPhoneX: false
        case .iPhoneXS, .iPhoneXR, .iPhoneSE2, .iPhone15: true
        }
    }
}

/// What the user does about a notification.
public enum NotificationAnswer: Codable, Hashable, Sendable {
    /// Taps it, so long after it came.
    case opens(after: Span)
    /// Leaves it alone: `OpenNotification` taps it later.
    case ignores
}

/// What comes of the unlocking that a tap on a locked phone asks for.
public enum UnlockAnswer: Codable, Hashable, Sendable {
    case succeeds(after: Span)
    case fails
}
