/// An installed app and the universal links that are its own.
public struct RegisteredApp: Hashable, Codable, Sendable {
    /// The bundle identifier, as in `com.example.door`.
    public let identifier: String
    public let links: [LinkPattern]

    public init(_ identifier: String, links: [LinkPattern]) {
        self.identifier = identifier
        self.links = links
    }

    /// Whether one of the app's links covers the URL.
    public func matches(_ url: LinkURL) -> Bool { links.contains { $0.matches(url) } }
}

/// The links of one host below one path: the plain form of what an association file says.
///
/// The host is written as in the entitlement: `example.com` alone, or `*.example.com` for any subdomain but not the
/// bare domain (fact sheet 5.2). The path is a prefix by whole segments, compared letter for letter: `/door` covers
/// `/door`, `/door/` and `/door/7`, not `/doors` (fact sheet 5.5, L18 to L28, says the same of `/door/*`). Query and
/// fragment are free.
public struct LinkPattern: Hashable, Codable, Sendable {
    public let host: String
    public let pathPrefix: String

    /// All links of a host, or those below a path.
    public init(host: String, pathPrefix: String = "/") {
        self.host = host
        self.pathPrefix = pathPrefix
    }

    public func matches(_ url: LinkURL) -> Bool {
        guard let host = url.host else { return false }
        return matchesHost(host) && matchesPath(url.path)
    }

    private func matchesHost(_ candidate: String) -> Bool {
        let wanted = Self.folded(host)
        let found = Self.folded(candidate)
        guard wanted.starts(with: "*.".utf8) else { return found == wanted }
        let suffix = wanted.dropFirst()
        return found.count > suffix.count && found.suffix(suffix.count) == suffix
    }

    private func matchesPath(_ path: String) -> Bool {
        let found = Array(path.utf8)
        var wanted = Array(pathPrefix.utf8)
        while wanted.last == UInt8(ascii: "/") { wanted.removeLast() }
        guard found.starts(with: wanted) else { return false }
        return wanted.isEmpty || found.count == wanted.count || found[wanted.count] == UInt8(ascii: "/")
    }

    /// ASCII letters in lower case, everything else as it is.
    private static func folded(_ text: String) -> [UInt8] {
        text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    }
}
