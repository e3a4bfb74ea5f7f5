public import Ground

/// An installed app and the domains that it is associated with.
public struct RegisteredApp: Hashable, Sendable {
    /// The bundle identifier, as in `com.example.door`.
    public let identifier: String
    /// The team, or the older prefix, in front of it in association files, as in `ABCDE12345`; nil when links are given
    /// in short form.
    public let prefix: String?
    /// The entries of the entitlement that could be read.
    public let domains: [AssociatedDomain]
    /// Links in short form, for which entitlement and association file are taken for granted.
    public let links: [LinkPattern]
    /// What is wrong with the entitlement.
    public let findings: [Finding]

    /// An app with links in short form: nothing of its entitlement and its sites is modelled.
    public init(_ identifier: String, links: [LinkPattern]) {
        self.identifier = identifier
        self.links = links
        (prefix, domains, findings) = (nil, [], [])
    }

    /// An app with the texts of its entitlement `com.apple.developer.associated-domains`.
    ///
    /// An entry that cannot be read counts for nothing and is a finding.
    public init(_ identifier: String, prefix: String, associatedDomains: [String]) {
        self.identifier = identifier
        self.prefix = prefix
        links = []
        var domains: [AssociatedDomain] = []
        var findings: [Finding] = []
        for text in associatedDomains {
            do throws(Malformed) {
                let domain = try AssociatedDomain(text)
                domains.append(domain)
                if domain.isConverted {
                    findings.append(
                        Finding(
                            "route.associatedDomain", .warning,
                            "associated domain \(text.shown()) is read as \(domain.host.shown()); whether a phone takes"
                                + " letters outside ASCII there is not known"))
                }
            } catch {
                findings.append(
                    Finding(
                        "route.associatedDomain", .fault,
                        "associated domain \(text.shown()) counts for nothing: \(error.meaning)"))
            }
        }
        if associatedDomains.count > AssociatedDomain.recommendedCount {
            findings.append(
                Finding(
                    "route.associatedDomain", .warning,
                    "the app has \(associatedDomains.count) associated domains; Apple recommends 20 to 30 at most"))
        }
        (self.domains, self.findings) = (domains, findings)
    }

    /// An app by the full identifier that association files list, as in `ABCDE12345.com.example.door`.
    ///
    /// What stands before the first dot is the prefix; without a dot, all of it is the bundle identifier.
    public init(application: String, associatedDomains: [String]) {
        let parts = application.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        self.init(
            parts.count == 2 ? String(parts[1]) : application, prefix: parts.count == 2 ? String(parts[0]) : "",
            associatedDomains: associatedDomains)
    }

    /// The identifier that association files list: prefix and bundle identifier.
    public var applicationIdentifier: String {
        prefix.map { $0.isEmpty ? identifier : "\($0).\(identifier)" } ?? identifier
    }

    /// The entry that covers the links of a host: of several the longest (fact sheet 5.2).
    public func domain(covering host: String) -> AssociatedDomain? { domain(covering: HostName(host)) }

    func domain(covering host: HostName) -> AssociatedDomain? {
        var best: AssociatedDomain?
        for domain in domains where domain.service == .applinks && domain.covers(host) {
            // An exact entry is more specific than a wildcard of the same length can be.
            let isLonger = best.map {
                (domain.host.utf8.count, domain.isWildcard ? 0 : 1) > ($0.host.utf8.count, $0.isWildcard ? 0 : 1)
            }
            if isLonger ?? true { best = domain }
        }
        return best
    }

    /// Whether one of the links in short form covers the URL.
    public func matches(_ url: LinkURL) -> Bool { links.contains { $0.matches(url) } }
}
