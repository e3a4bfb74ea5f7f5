public import Ground

/// An installed app's associated domains as read by a router.
struct Entitlement: Sendable {
    let app: App
    /// The valid entries.
    let domains: [AssociatedDomain]
    /// The problems of the other entries.
    let findings: [Finding]

    /// Parses the entries of `com.apple.developer.associated-domains`.
    ///
    /// An invalid entry is ignored and reported as a finding.
    init(of app: App) {
        let texts = app.allAssociatedDomains
        var domains: [AssociatedDomain] = []
        var findings: [Finding] = []
        for text in texts {
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
        if texts.count > AssociatedDomain.recommendedCount {
            findings.append(
                Finding(
                    "route.associatedDomain", .warning,
                    "the app has \(texts.count) associated domains; Apple recommends 20 to 30 at most"))
        }
        (self.app, self.domains, self.findings) = (app, domains, findings)
    }

    /// Returns the entry that covers the links of a host, preferring the longest (nfc.md 5.2).
    func domain(covering host: HostName) -> AssociatedDomain? {
        var best: AssociatedDomain?
        for domain in domains where domain.service == .applinks && domain.covers(host) {
            // An exact entry is more specific than a wildcard of the same length.
            let isLonger = best.map {
                (domain.host.utf8.count, domain.isWildcard ? 0 : 1) > ($0.host.utf8.count, $0.isWildcard ? 0 : 1)
            }
            if isLonger ?? true { best = domain }
        }
        return best
    }
}

extension App {
    /// The problems of its associated domains.
    public var findings: [Finding] { Entitlement(of: self).findings }
}
