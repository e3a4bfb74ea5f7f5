public import Ground

/// Where a tag's URI goes, by which rule, and how well that rule is known.
public struct RouteDecision: Hashable, Sendable {
    public let destination: Destination
    public let rule: RoutingRule
    public let evidence: Evidence
    /// Whether the phone asks to be unlocked after the notification was tapped, before anything is opened (rule B5).
    public let needsUnlock: Bool
    public let findings: [Finding]

    /// Whether the phone shows a notification that its owner can tap (rules B3 and B4).
    public var notifies: Bool {
        switch destination {
        case .app, .browser, .schemeHandler: true
        case .ignored, .unsupportedScheme, .noUsableData: false
        }
    }
}

/// Where a tag's URI can go.
public enum Destination: Hashable, Sendable {
    /// An installed app gets the URL as a universal link.
    case app(String, LinkURL)
    case browser(LinkURL)
    /// The app of the system that handles the scheme, which is in lower case: `tel`, `mailto`.
    case schemeHandler(scheme: String, LinkURL)
    /// The phone does not read tags now.
    case ignored(IgnoredReason)
    /// The scheme, in lower case, is none that a tag may open.
    case unsupportedScheme(String)
    case noUsableData(String)
}

extension Destination: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let identifier, let url): "app \(identifier) with \(url)"
        case .browser(let url): "browser with \(url)"
        case .schemeHandler(let scheme, let url): "handler of \(scheme) with \(url)"
        case .ignored(let reason): "ignored: \(reason)"
        case .unsupportedScheme(let scheme): "unsupported scheme \(scheme)"
        case .noUsableData(let reason): "no usable data: \(reason)"
        }
    }
}

/// How well it is known that a phone does so.
public enum Evidence: String, Hashable, Codable, Sendable {
    /// Apple says so.
    case documented
    /// It follows from what Apple says.
    case inferred
    /// Field reports or guesses: no verdict of the accessory should rest on it alone.
    case unverified
}

/// The rules of background tag reading, numbered as in the NFC fact sheet 4.1.
public enum RoutingRule: String, Hashable, Codable, Sendable {
    case b2 = "B2"
    case b8 = "B8"
    case b9 = "B9"
    case b10 = "B10"
    case b11 = "B11"
    case b12 = "B12"
    case b13 = "B13"
    case b14 = "B14"
    case b15 = "B15"

    /// What the rule says.
    public var statement: String {
        switch self {
        case .b2: "the phone looks for tags only while its display is on"
        case .b8: "some uses of the phone keep it from looking for tags"
        case .b9: "the first well-known record of the type U counts, others are skipped"
        case .b10: "the URI must be a universal link or have a supported scheme"
        case .b11: "a universal link opens the installed app that it belongs to"
        case .b12: "a web address that belongs to no installed app opens in the browser"
        case .b13: "a supported scheme opens the app of the system that handles it"
        case .b14: "custom schemes are not supported"
        case .b15: "a tag without a usable URI opens nothing"
        }
    }
}
