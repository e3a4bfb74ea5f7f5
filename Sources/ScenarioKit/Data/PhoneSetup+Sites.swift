import Ground

// `App.links` say both ends of an association at once: here they become what a phone and a site really have.

extension App {
    /// Everything in the app's entitlement: its associated domains, and the hosts of its links.
    public var allAssociatedDomains: [String] {
        var domains = associatedDomains
        for link in links where !domains.contains("applinks:\(link.host)") { domains.append("applinks:\(link.host)") }
        return domains
    }
}

extension PhoneSetup {
    /// Every site with its association file: those of the scenario, and those that the links of apps stand for.
    ///
    /// A link below `/door` becomes the component `/door/*`, which covers `/door` too (fact sheet on NFC 5.4, step 3).
    /// The file for links of `*.example.com` is the one of `example.com` (5.2).
    public var allSites: [Site] {
        var all = sites
        for host in apps.flatMap({ $0.links.map(\.siteHost) }) where !all.contains(where: { $0.host == host }) {
            all.append(Site(host: host, association: .text(association(of: host))))
        }
        return all
    }

    private func association(of host: String) -> String {
        let details = apps.compactMap { app -> String? in
            let links = app.links.filter { $0.siteHost == host }
            guard !links.isEmpty else { return nil }
            let components = links.map { "{\"/\": \(Self.quoted($0.pattern))}" }.joined(separator: ", ")
            return "{\"appIDs\": [\(Self.quoted(app.fullIdentifier))], \"components\": [\(components)]}"
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
    /// The host whose file counts for the link.
    fileprivate var siteHost: String { host.hasPrefix("*.") ? String(host.dropFirst(2)) : host }

    fileprivate var pattern: String {
        var path = pathPrefix
        while path.hasSuffix("/") { path.removeLast() }
        return path + "/*"
    }
}
