/// What the app that a tag opened receives (NFC fact sheet 4.3).
public enum AppInput: Hashable, Codable, Sendable {
    /// An app that the link belongs to gets an activity of browsing.
    case activity(activity: BrowsingActivity)
    /// The browser, and an app that handles a scheme, get the URL alone [I].
    case url(url: LinkURL)

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

    /// What an app tests: whether the first record's type name format is other than *empty*.
    public var cameFromTag: Bool { ndefMessagePayload.first.map { $0 & 0x07 != 0 } ?? false }
}
