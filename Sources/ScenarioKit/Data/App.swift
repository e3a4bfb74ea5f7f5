/// An app on the phone, and the links that it opens instead of the browser.
public struct App: Codable, Hashable, Sendable {
    /// A web address that belongs to an app: this host, and every path that begins so.
    public struct Link: Codable, Hashable, Sendable {
        public let host: String
        /// Begins with a slash: `/door`.
        public let pathPrefix: String

        public init(host: String, pathPrefix: String) {
            self.host = host
            self.pathPrefix = pathPrefix
        }
    }

    /// The bundle identifier: `com.example.door`.
    public let identifier: String
    public let links: [Link]

    public init(identifier: String, links: [Link]) {
        self.identifier = identifier
        self.links = links
    }
}
