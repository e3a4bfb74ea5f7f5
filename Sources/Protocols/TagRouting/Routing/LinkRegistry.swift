import Ground

/// The installed apps and the sites' association files, prepared for determining the owner of a link.
///
/// A link belongs to an app if an entry of the app's entitlement covers the host *and* a file lists the app and
/// matches. That file is the host's own or, for a wildcard entry, that of the domain after `*.` (nfc.md 5.1, 5.2,
/// 5.6).
struct LinkRegistry: Sendable {
    let apps: [Entitlement]
    let sites: [AssociatedSite]
    private let siteOfHost: [String: Int]
    private let matchers: [SiteMatcher?]
    /// The maximum amount of work per link.
    var workLimit = MatchingWork.limit

    init(apps: [App], sites: [AssociatedSite]) {
        let apps = apps.map(Entitlement.init)
        self.apps = apps
        self.sites = sites
        siteOfHost = Dictionary(sites.enumerated().map { ($1.host, $0) }) { first, _ in first }
        matchers = sites.map { site in
            guard let file = site.file else { return nil }
            let host = HostName(site.host)
            let candidates = apps.enumerated().filter { _, app in
                app.domains.contains { $0.service == .applinks && ($0.host == site.host || $0.covers(host)) }
            }
            return SiteMatcher(file, apps: candidates.map { ($0, $1.app.fullIdentifier) })
        }
    }

    /// Returns the index of the site for a host, which is given in the form for comparison.
    func siteIndex(of host: String) -> Int? { siteOfHost[host] }

    /// Returns the owner of the link, whose host has been extracted.
    func owner(of url: LinkURL, host: HostName) -> LinkOwner {
        var owner = fileOwner(of: url, host: host)
        if host.isConverted { owner.doubt(.u17, "the host is compared as \(host.compared.shown())") }
        if host.isDisputed { owner.doubt(.u12, "versions of IDNA differ about the letters of the host") }
        if url.userInfo != nil, owner.rule != .u1 { owner.doubt(.u18, "the link names a user in front of its host") }
        return owner
    }

    /// Apps whose entries lead to the same file.
    private struct Group {
        let domain: AssociatedDomain
        var apps: [Int] = []
    }

    private func fileOwner(of url: LinkURL, host: HostName) -> LinkOwner {
        var groups: [Group] = []
        for (number, app) in apps.enumerated() {
            guard let domain = app.domain(covering: host) else { continue }
            if let known = groups.firstIndex(where: { $0.domain.host == domain.host && $0.domain.mode == domain.mode })
            {
                groups[known].apps.append(number)
            } else {
                groups.append(Group(domain: domain, apps: [number]))
            }
        }
        guard !groups.isEmpty else {
            if apps.isEmpty, let index = siteIndex(of: host.compared), let owner = ownerless(sites[index]) {
                return owner
            }
            return .browser(.u1, .documented, apps.flatMap(\.findings))
        }
        var work = MatchingWork(limit: workLimit)
        let owners = groups.map { owner(of: url, host: host, $0, &work) }
        return Self.joined(owners)
    }

    /// Combines the results of several files for one link; usually there is one.
    private static func joined(_ owners: [LinkOwner]) -> LinkOwner {
        let opening = owners.filter { $0.app != nil }
        let order: [RoutingRule] = [.u12, .u4, .u5, .u2, .u7]
        func rank(_ owner: LinkOwner) -> Int { order.firstIndex(of: owner.rule) ?? order.count }
        guard var best = opening.first ?? owners.min(by: { rank($0) < rank($1) }) else {
            return .browser(.u1, .documented)
        }
        for owner in owners where owner.evidence != .documented {
            guard best.evidence.weaker(owner.evidence) != best.evidence else { continue }
            best.evidence = owner.evidence
            best.findings += owner.findings.filter { !best.findings.contains($0) }
        }
        if opening.count > 1 { best.doubt(.u12, "the files of several hosts give the link to an app: one is taken") }
        return best
    }

    private func owner(
        of url: LinkURL, host: HostName, _ group: Group, _ work: inout MatchingWork
    ) -> LinkOwner {
        let domain = group.domain
        var owner = fileOwner(of: url, group, &work)
        if domain.isConverted { owner.doubt(.u17, "the entry \(domain) is compared as \(domain.host.shown())") }
        if domain.isDisputed { owner.doubt(.u12, "versions of IDNA differ about the letters of the entry \(domain)") }
        guard owner.app == nil, domain.isWildcard, let own = siteIndex(of: host.compared), let matcher = matchers[own],
            let winner = matcher.decide(url, for: group.apps, &work).winner
        else { return owner }
        let name = apps[winner.app].app.fullIdentifier.escapedForDisplay
        owner.doubt(
            .u19,
            "the file of \(host.compared.shown()) gives the link to \(name), but the file of \(domain.host.shown())"
                + " counts for the entry \(domain)")
        return owner
    }

    /// Returns the browser as owner if the site's file opens no app at all, or nil if the file names an app.
    private func ownerless(_ site: AssociatedSite) -> LinkOwner? {
        let reason: String
        var doubts = LinkAmbiguities()
        switch site.association {
        case .missing(let why): reason = why
        case .file(let file):
            guard !file.listsUsableApp else { return nil }
            reason = "its association file names no usable app"
            doubts = LinkAmbiguities(about: file)
        }
        let meaning = "the site \(site.host.shown()) has no universal links: \(reason)"
        var owner = LinkOwner.browser(.u7, .documented, [Finding("route.universalLink", .fault, meaning)])
        owner.add(doubts)
        return owner
    }

    private func fileOwner(of url: LinkURL, _ group: Group, _ work: inout MatchingWork) -> LinkOwner {
        let host = group.domain.host.shown()
        guard let index = siteIndex(of: group.domain.host) else {
            let reason = group.domain.isWildcard ? ", which counts for the entry \(group.domain)," : ""
            return .browser(
                .u7, .documented,
                [Finding("route.universalLink", .warning, "no association file of \(host)\(reason) is known")])
        }
        switch (sites[index].association, matchers[index]) {
        case (.missing, _): return ownerless(sites[index]) ?? .browser(.u7, .documented)
        case (.file, nil): preconditionFailure("every file has its matcher")
        case (.file(let file), .some(let matcher)):
            var owner = ownerless(sites[index]) ?? owner(of: url, matcher, group, file, &work)
            if file.otherServices.contains("appclips") {
                owner.evidence = owner.evidence.weaker(owner.app == nil ? .unverified : .inferred)
                owner.findings.append(
                    Finding(
                        "route.universalLink", .warning,
                        "the site offers App Clips; whether one is started instead is not known (U13)"))
            }
            return owner
        }
    }

    private func owner(
        of url: LinkURL, _ matcher: SiteMatcher, _ group: Group, _ file: AssociationFile, _ work: inout MatchingWork
    ) -> LinkOwner {
        guard group.apps.contains(where: matcher.lists) else {
            let names = group.apps.prefix(9).map { apps[$0].app.fullIdentifier.escapedForDisplay }
            let meaning = "the site's file does not list \(names.joined(separator: ", "))"
            var owner = LinkOwner.browser(.u2, .documented, [Finding("route.universalLink", .warning, meaning)])
            owner.add(LinkAmbiguities(about: file))
            return owner
        }
        let decision = matcher.decide(url, for: group.apps, &work)
        guard !decision.isUndecided else {
            return .browser(
                .u12, .unverified,
                [
                    Finding(
                        "route.universalLink", .fault,
                        "the file's patterns take too much work for this link: whose it is was not found out")
                ])
        }
        guard let winner = decision.winner else {
            var owner = LinkOwner.browser(decision.excluding == nil ? .u5 : .u4, .documented)
            owner.add(decision.doubts)
            return owner
        }
        var owner = LinkOwner(
            app: apps[winner.app].app.identifier, rule: decision.matches > 1 ? .u6 : .u3, evidence: .documented)
        if winner.isShared {
            let entry = winner.component.place.entry
            owner.doubt(.u12, "details[\(entry)] names several installed apps: the first of them is taken")
        }
        if let mode = group.domain.mode {
            owner.findings.append(
                Finding(
                    "route.universalLink", .note,
                    "the entitlement asks for the mode \(mode.rawValue), which not every phone allows (U15)")
            )
        }
        owner.add(decision.doubts)
        return owner
    }
}
