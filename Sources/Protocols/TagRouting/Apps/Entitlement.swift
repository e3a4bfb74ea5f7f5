public import Ground

/// What a router has read of an installed app: the domains that it is associated with.
struct Entitlement: Sendable {
    let app: App
    /// The entries that could be read.
    let domains: [AssociatedDomain]
    /// What is wrong with the others.
    let findings: [Finding]

    /// Reads the texts of `com.apple.developer.associated-domains`.
    ///
    /// An entry that cannot be read counts for nothing and is a finding.
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

    /// The entry that covers the links of a host: of several the longest (fact sheet 5.2).
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
}

extension App {
    /// What is wrong with its associated domains.
    public var findings: [Finding] { Entitlement(of: self).findings }
}
