public import Ground

/// An app on the phone, and the links that it opens instead of the browser.
public struct App: Codable, Hashable, Sendable {
    /// Links that start a session: the app connects to the accessory that the link names, and ranges with it.
    public struct SessionLink: Codable, Hashable, Sendable {
        public let link: Link
        public let accessory: AccessoryName

        public init(_ link: Link, starts accessory: AccessoryName) {
            self.link = link
            self.accessory = accessory
        }
    }

    /// The bundle identifier: `com.example.door`.
    public let identifier: String
    /// The short way to say both ends: that the app claims the host, and that the host's site names the app.
    public let links: [Link]
    // A file written before there were such settings is read as one that has none.
    private let ownDomains: [String]?
    private let ownTeam: String?
    private let ownHandler: Bool?
    private let ownSessions: [SessionLink]?

    /// Entries of the entitlement com.apple.developer.associated-domains: `applinks:example.com`.
    public var associatedDomains: [String] { ownDomains ?? [] }
    /// What stands before the bundle identifier in an association file.
    public var teamIdentifier: String { ownTeam ?? Self.usualTeam }

    /// Whether its code takes up the activity that a link comes in; without, it opens and gets nothing.
    public var handlesLinks: Bool { ownHandler ?? true }
    /// What links start, once the app got them; of several that fit the first counts.
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

    /// The identifier as association files write it: `ABCDE12345.com.example.door`.
    public var fullIdentifier: String { "\(teamIdentifier).\(identifier)" }

    private enum CodingKeys: String, CodingKey {
        case identifier, links
        case ownDomains = "associatedDomains"
        case ownTeam = "teamIdentifier"
        case ownHandler = "handlesLinks"
        case ownSessions = "sessions"
    }
}
