/// An app on the phone, and the links that it opens instead of the browser.
public struct App: Codable, Hashable, Sendable {
    /// A web address that belongs to an app: this host, and every path below a path.
    public struct Link: Codable, Hashable, Sendable {
        public let host: String
        /// Begins with a slash; `/door` covers `/door` and `/door/7`, not `/doors`.
        public let pathPrefix: String

        public init(host: String, pathPrefix: String) {
            self.host = host
            self.pathPrefix = pathPrefix
        }
    }

    /// The bundle identifier: `com.example.door`.
    public let identifier: String
    /// The short way to say both ends: that the app claims the host, and that the host's site names the app.
    public let links: [Link]
    // A file written before there were such settings is read as one that has none.
    private let ownDomains: [String]?
    private let ownTeam: String?

    /// Entries of the entitlement com.apple.developer.associated-domains: `applinks:example.com`.
    public var associatedDomains: [String] { ownDomains ?? [] }
    /// What stands before the bundle identifier in an association file.
    public var teamIdentifier: String { ownTeam ?? Self.usualTeam }

    private static let usualTeam = "ABCDE12345"

    public init(
        identifier: String, links: [Link] = [], associatedDomains: [String] = [],
        teamIdentifier: String = "ABCDE12345"
    ) {
        self.identifier = identifier
        self.links = links
        self.ownDomains = associatedDomains.isEmpty ? nil : associatedDomains
        self.ownTeam = teamIdentifier == Self.usualTeam ? nil : teamIdentifier
    }

    /// The identifier as association files write it: `ABCDE12345.com.example.door`.
    public var fullIdentifier: String { "\(teamIdentifier).\(identifier)" }

    private enum CodingKeys: String, CodingKey {
        case identifier, links
        case ownDomains = "associatedDomains"
        case ownTeam = "teamIdentifier"
    }
}
