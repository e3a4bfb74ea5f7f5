/// A kind of iPhone, as far as it matters for reading tags (nfc.md 4.1, B1).
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

    /// A model's ability to read tags.
    public enum TagReading: String, Hashable, Codable, Sendable {
        /// Automatically, during other use.
        case background
        /// Only after an app, or a button in Control Center, starts a reading session.
        case sessionsOnly
        case none
    }

    public var tagReading: TagReading { row.reading }

    /// The certainty of the ability. Apple lists "iPhone XS, XR and later" for background reading and says that
    /// "iPhone X and earlier" lack it; further claims about individual models are general knowledge [U].
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

/// The input of the app that a tag opened (nfc.md 4.3).
public enum AppInput: Hashable, Codable, Sendable {
    /// An app that owns the link receives a browsing activity.
    case activity(activity: BrowsingActivity)
    /// The browser, or an app that handles a scheme, receives the URL alone [I].
    case url(url: LinkURL)
    /// The app is opened but has no handler for activities, so its code does not receive the link.
    case unhandled(url: LinkURL)

    /// Creates the input that is delivered after the tap; returns nil if the decision opens nothing.
    ///
    /// The message is the complete NDEF message as read; nil if the link did not come from a tag.
    public init?(delivering decision: RouteDecision, message: [UInt8]?) {
        switch decision.destination {
        case .app(let identifier, let url):
            self =
                identifier == TagRouter.mapsIdentifier
                ? .url(url: url) : .activity(activity: BrowsingActivity(webpageURL: url, message: message))
        case .browser(let url), .schemeHandler(_, let url): self = .url(url: url)
        case .ignored, .unsupportedScheme, .noScheme, .noUsableData: return nil
        }
    }
}

/// The `NSUserActivity` of a universal link.
public struct BrowsingActivity: Hashable, Codable, Sendable {
    /// The value of `NSUserActivityTypeBrowsingWeb`.
    public static let activityType = "NSUserActivityTypeBrowsingWeb"
    /// One record whose type name format is *empty*: the contents of an activity that did not come from a tag.
    public static let emptyMessage: [UInt8] = [0xD0, 0x00, 0x00]

    public let webpageURL: LinkURL
    /// The bytes of the complete message with all its records, not only the URI's.
    public let ndefMessagePayload: [UInt8]

    /// Creates the activity for a link, from a tag with this message or from elsewhere.
    public init(webpageURL: LinkURL, message: [UInt8]?) {
        self.webpageURL = webpageURL
        ndefMessagePayload = message ?? Self.emptyMessage
    }

    /// Whether the message differs from the single empty record.
    public var cameFromTag: Bool { ndefMessagePayload != Self.emptyMessage }
}
