public import Ground

/// An app on the phone, and the links that it opens instead of the browser.
public struct App: Codable, Hashable, Sendable {
    /// A link that starts a session: the app connects to the accessory that the link names, and ranges with it.
    public struct SessionLink: Codable, Hashable, Sendable {
        public let link: Link
        public let accessory: AccessoryName

        public init(_ link: Link, starts accessory: AccessoryName) {
            self.link = link
            self.accessory = accessory
        }
    }

    /// The bundle identifier, for example `com.example.door`.
    public let identifier: String
    /// Shorthand for both ends of an association: the app claims the host, and the host's site names the app.
    public let links: [Link]
    // Optional, so that files written before these settings existed can be decoded.
    private let ownDomains: [String]?
    private let ownTeam: String?
    private let ownHandler: Bool?
    private let ownSessions: [SessionLink]?

    /// Entries of the entitlement com.apple.developer.associated-domains, for example `applinks:example.com`.
    public var associatedDomains: [String] { ownDomains ?? [] }
    /// The prefix of the bundle identifier in an association file.
    public var teamIdentifier: String { ownTeam ?? Self.usualTeam }

    /// Whether the app's code handles the activity that delivers a link; if not, the app opens without receiving it.
    public var handlesLinks: Bool { ownHandler ?? true }
    /// The sessions that links start once the app receives them; the first match counts.
    public var sessions: [SessionLink] { ownSessions ?? [] }

    private static let usualTeam = "ABCDE12345"

    public init(
        identifier: String, links: [Link] = [], associatedDomains: [String] = [],
        teamIdentifier: String = "ABCDE12345", handlesLinks: Bool = true, sessions: [SessionLink] = []
    ) {
        self.identifier = identifier
        self.links = links
        self.ownDomains = associatedDomains.isEmpty ? nil : associatedDomains
        self.ownTeam = teamIdentifier == Self.usualTeam ? nil : teamIdentifier
        self.ownHandler = handlesLinks ? nil : false
        self.ownSessions = sessions.isEmpty ? nil : sessions
    }

    /// The identifier as in association files, for example `ABCDE12345.com.example.door`.
    public var fullIdentifier: String { "\(teamIdentifier).\(identifier)" }

    private enum CodingKeys: String, CodingKey {
        case identifier, links
        case ownDomains = "associatedDomains"
        case ownTeam = "teamIdentifier"
        case ownHandler = "handlesLinks"
        case ownSessions = "sessions"
    }
}
