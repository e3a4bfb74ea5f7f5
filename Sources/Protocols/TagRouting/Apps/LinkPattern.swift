/// The links of one host below one path: the short form of an entitlement and an association file for them.
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
        let found = Array(HostName(candidate).compared.utf8)
        let wanted = Array(HostName(host).compared.utf8)
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
}
