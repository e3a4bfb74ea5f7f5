import Ground

extension App {
    /// The links of one host below one path.
    ///
    /// The host has the form it has in the entitlement: `example.com` alone, or `*.example.com` for any subdomain but
    /// not the bare domain (nfc.md 5.2). The path begins with a slash and is a prefix of whole segments, compared
    /// case-sensitively: `/door` covers `/door`, `/door/` and `/door/7`, but not `/doors` (nfc.md 5.5, L18 to
    /// L28, says the same of `/door/*`). Query and fragment are ignored.
    public struct Link: Codable, Hashable, Sendable {
        public let host: String
        public let pathPrefix: String

        /// Creates all links of a host, or those below a path.
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
}

// `App.links` describes both ends of an association; these are the entitlement and the files that result from it.

extension App {
    /// The complete entitlement: the app's associated domains, and the hosts of its links.
    public var allAssociatedDomains: [String] {
        var domains = associatedDomains
        for link in links where !domains.contains("applinks:\(link.host)") { domains.append("applinks:\(link.host)") }
        return domains
    }

    /// Returns the sites implied by the apps' links, with the text of their association files.
    ///
    /// A link below `/door` becomes the component `/door/*`, which also covers `/door` (nfc.md 5.4, step 3). The
    /// file for links of `*.example.com` is that of `example.com` (5.2).
    static func sites(ofLinksOf apps: [App]) -> [(host: String, file: String)] {
        var hosts: [String] = []
        for host in apps.flatMap({ $0.links.map(\.siteHost) }) where !hosts.contains(host) { hosts.append(host) }
        return hosts.map { ($0, file(of: $0, apps)) }
    }

    private static func file(of host: String, _ apps: [App]) -> String {
        let details = apps.compactMap { app -> String? in
            let links = app.links.filter { $0.siteHost == host }
            guard !links.isEmpty else { return nil }
            let components = links.map { "{\"/\": \(quoted($0.pattern))}" }.joined(separator: ", ")
            return "{\"appIDs\": [\(quoted(app.fullIdentifier))], \"components\": [\(components)]}"
        }
        return "{\"applinks\": {\"details\": [\(details.joined(separator: ", "))]}}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension App.Link {
    /// The host whose file applies to the link.
    fileprivate var siteHost: String { host.hasPrefix("*.") ? String(host.dropFirst(2)) : host }

    fileprivate var pattern: String {
        var path = pathPrefix
        while path.hasSuffix("/") { path.removeLast() }
        return path + "/*"
    }
}
