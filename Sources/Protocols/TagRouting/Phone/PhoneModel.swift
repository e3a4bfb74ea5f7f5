/// A kind of iPhone, as far as it matters for reading tags (NFC fact sheet 4.1, B1).
public enum PhoneModel: String, Hashable, Codable, Sendable, CaseIterable {
    case iPhone6sAndEarlier
    case iPhone7
    case iPhone8
    case iPhoneX
    case iPhoneXR
    case iPhoneXS
    case iPhoneXSMax
    case iPhoneSE2
    case iPhoneSE3
    case iPhone11
    case iPhone12
    case iPhone13
    case iPhone14
    case iPhone15
    case iPhone16
    /// Any model after those named here.
    case later

    /// How a model reads tags.
    public enum TagReading: String, Hashable, Codable, Sendable {
        /// On its own, while it is used for something else.
        case background
        /// Only where an app, or a button of Control Center, starts a reading session.
        case sessionsOnly
        case none
    }

    public var tagReading: TagReading { row.reading }

    /// How well that is known. Apple lists "iPhone XS, XR and later" for the background and says of "iPhone X and
    /// earlier" that they do not; what else is said here of single models is general knowledge [U].
    public var evidence: Evidence { row.evidence }

    private var row: (reading: TagReading, evidence: Evidence) {
        switch self {
        case .iPhone6sAndEarlier: (.none, .documented)
        case .iPhone7, .iPhone8, .iPhoneX: (.sessionsOnly, .documented)
        case .iPhoneXR, .iPhoneXS, .iPhoneXSMax, .iPhone11, .iPhone12, .iPhone13, .iPhone14, .iPhone15, .iPhone16,
            .later:
            (.background, .documented)
        case .iPhoneSE2, .iPhoneSE3: (.background, .unverified)
        }
    }
}

extension PhoneModel: CustomStringConvertible {
    public var description: String {
        switch self {
        case .iPhone6sAndEarlier: "iPhone 6s or earlier"
        case .iPhone7: "iPhone 7"
        case .iPhone8: "iPhone 8"
        case .iPhoneX: "iPhone X"
        case .iPhoneXR: "iPhone XR"
        case .iPhoneXS: "iPhone XS"
        case .iPhoneXSMax: "iPhone XS Max"
        case .iPhoneSE2: "iPhone SE (2nd generation)"
        case .iPhoneSE3: "iPhone SE (3rd generation)"
        case .iPhone11: "iPhone 11"
        case .iPhone12: "iPhone 12"
        case .iPhone13: "iPhone 13"
        case .iPhone14: "iPhone 14"
        case .iPhone15: "iPhone 15"
        case .iPhone16: "iPhone 16"
        case .later: "an iPhone later than 16"
        }
    }
}

/// What the app that a tag opened receives (NFC fact sheet 4.3).
public enum AppInput: Hashable, Codable, Sendable {
    /// An app that the link belongs to gets an activity of browsing.
    case activity(activity: BrowsingActivity)
    /// The browser, and an app that handles a scheme, get the URL alone [I].
    case url(url: LinkURL)
    /// The app is opened and has no handler for activities: nothing of its code gets the link.
    case unhandled(url: LinkURL)

    /// What is handed over after the tap; nil when the decision opens nothing.
    ///
    /// The message is the whole NDEF message as it was read, nil when the link came from elsewhere than a tag.
    public init?(delivering decision: RouteDecision, message: [UInt8]?) {
        switch decision.destination {
        case .app(let identifier, let url):
            self =
                identifier == TagRouter.mapsIdentifier
                ? .url(url: url) : .activity(activity: BrowsingActivity(webpageURL: url, message: message))
        case .browser(let url), .schemeHandler(_, let url): self = .url(url: url)
        case .ignored, .unsupportedScheme, .noUsableData: return nil
        }
    }
}

/// The `NSUserActivity` of a universal link.
public struct BrowsingActivity: Hashable, Codable, Sendable {
    /// The name behind `NSUserActivityTypeBrowsingWeb`.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"
    /// One record whose type name format is *empty*: what an activity holds that came from no tag.
    public static let emptyMessage: [UInt8] = [0xD0, 0x00, 0x00]

    public let webpageURL: LinkURL
    /// The whole message with all its records, not the URI's alone, as bytes.
    public let ndefMessagePayload: [UInt8]

    /// The activity for a link, from a tag with this message or from elsewhere.
    public init(webpageURL: LinkURL, message: [UInt8]?) {
        self.webpageURL = webpageURL
        ndefMessagePayload = message ?? Self.emptyMessage
    }

    /// Whether the message is another than the one empty record.
    public var cameFromTag: Bool { ndefMessagePayload != Self.emptyMessage }
}
