public import Ground
public import TagRouting

/// How the phone treats tags and their notifications, and the state in which the scenario finds it.
public struct TagSetup: Codable, Hashable, Sendable {
    public let model: PhoneModel
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

    /// The oldest phone that is documented to read tags, lit, unlocked, with an owner who opens every notification.
    public static let standard = TagSetup()
}
