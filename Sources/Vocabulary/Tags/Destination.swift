public import Ground
public import TagRouting

/// The phone's destination for a tag's content.
public enum Destination: Codable, Hashable, Sendable {
    /// An app, by its bundle identifier.
    case app(String)
    case browser
    /// The handler for URLs of this scheme: `tel`, `mailto`.
    case handler(String)
    /// The phone shows nothing.
    case nothing

    enum AppCodingKeys: String, CodingKey { case _0 = "identifier" }
    enum HandlerCodingKeys: String, CodingKey { case _0 = "scheme" }
}

extension Destination: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let identifier): "app \(identifier.escapedForDisplay)"
        case .browser: "browser"
        case .handler(let scheme): "\(scheme.escapedForDisplay) handler"
        case .nothing: "nothing"
        }
    }
}

extension RouteTarget {
    /// The URL, if it can be matched against association files.
    public var webAddress: LinkURL? {
        switch self {
        case .app(_, let url), .browser(let url): url
        case .schemeHandler, .ignored, .unsupportedScheme, .noScheme, .noUsableData: nil
        }
    }

    /// The destination as scenarios name it.
    public var named: Destination {
        switch self {
        case .app(let identifier, _): .app(identifier)
        case .browser: .browser
        case .schemeHandler(let scheme, _): .handler(scheme)
        case .ignored, .unsupportedScheme, .noScheme, .noUsableData: .nothing
        }
    }

    /// The link to the destination; nil if nothing is opened.
    public var url: LinkURL? {
        switch self {
        case .app(_, let url), .browser(let url), .schemeHandler(_, let url): url
        case .ignored, .unsupportedScheme, .noScheme, .noUsableData: nil
        }
    }
}

/// The user's reaction to a notification.
public enum NotificationAnswer: Codable, Hashable, Sendable {
    /// Taps it this long after it appeared; if the display went dark meanwhile, the tap lights it first.
    case opens(after: Lapse)
    /// Leaves it alone (B6): `OpenNotification` taps it later.
    case ignores
}

/// The outcome of the unlock that a tap on a locked phone requires (B5).
public enum UnlockAnswer: Codable, Hashable, Sendable {
    case succeeds(after: Lapse)
    case fails
}
