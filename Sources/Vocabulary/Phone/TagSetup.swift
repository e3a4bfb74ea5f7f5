public import Ground
public import TagRouting

/// The phone's handling of tags and their notifications, and its state at the start of the scenario.
public struct TagSetup: Codable, Hashable, Sendable {
    public let model: PhoneModel
    /// Whether the phone treats the URI inside a Smart Poster as a link; not known for real phones.
    public let looksInsideSmartPosters: Bool
    /// Whether the phone opens apps by custom schemes, as one field report claims against Apple's text.
    public let allowsCustomSchemes: Bool
    /// Whether the phone shows a banner for a tag without usable content; not known when real phones do.
    public let showsUnusableBanner: Bool
    /// The user's reaction to a notification.
    public let answer: NotificationAnswer
    /// The outcome of the unlock that a tap on a locked phone requires.
    public let unlock: UnlockAnswer
    public let startsLocked: Bool
    public let startsWithDisplayOff: Bool
    /// Whether the phone was never unlocked since it started, which implies that it is locked.
    public let neverUnlocked: Bool
    /// The domains for which the user once chose the browser.
    public let browserChosenFor: [String]

    public init(
        model: PhoneModel = .iPhoneXS, looksInsideSmartPosters: Bool = false, allowsCustomSchemes: Bool = false,
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

    /// The oldest phone documented to read tags, lit and unlocked, with a user who opens every notification.
    public static let standard = TagSetup()
}
