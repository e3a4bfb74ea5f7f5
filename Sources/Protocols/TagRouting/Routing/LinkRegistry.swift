import Ground

/// The installed apps and the association files of the sites, ready for deciding whose a link is.
///
/// A link is an app's when an entry of the app's entitlement covers the host *and* the file of that very host lists
/// the app and matches (fact sheet 5.1, 5.2, 5.6).
struct LinkRegistry: Sendable {
    let apps: [RegisteredApp]
    let sites: [Site]
    /// For every site, the apps that its host's entitlement and file allow, with what decides for each.
    private let candidates: [[Candidate]]

    private struct Candidate: Sendable {
        let app: RegisteredApp
        let matcher: LinkMatcher
        let mode: AssociatedDomain.Mode?
        /// The app's place among those of an entry, by the number of the entry.
        let ranks: [Int: Int]

        init(_ app: RegisteredApp, _ file: AssociationFile, _ mode: AssociatedDomain.Mode?) {
            let name = app.applicationIdentifier
            var ranks: [Int: Int] = [:]
            for entry in file.entries {
                ranks[entry.index] = entry.applications.firstIndex { $0.utf8.elementsEqual(name.utf8) }
            }
            (self.app, self.mode, self.ranks) = (app, mode, ranks)
            matcher = file.matcher(for: name)
        }
    }

    init(apps: [RegisteredApp], sites: [Site]) {
        self.apps = apps
        self.sites = sites
        candidates = sites.map { site in
            guard let file = site.file else { return [] }
            return apps.compactMap { app in
                guard let domain = app.domain(covering: site.host), file.lists(app.applicationIdentifier) else {
                    return nil
                }
                return Candidate(app, file, domain.mode)
            }
        }
    }

    /// The site that answers for a host.
    func siteIndex(of host: String) -> Int? {
        let wanted = Array(ASCII.folded(host).utf8)
        return sites.firstIndex { Array($0.host.utf8) == wanted }
    }

    /// Whose the link is, with the host taken out of it.
    func owner(of url: LinkURL, host: String) -> LinkOwner {
        let modelled = modelledOwner(of: url, host: host)
        if modelled.app != nil { return modelled }
        let matching = apps.filter { $0.matches(url) }
        guard let app = matching.first else { return modelled }
        var owner = LinkOwner(app: app.identifier, rule: .u3, evidence: .documented)
        if matching.count > 1 {
            owner.evidence = .inferred
            owner.findings.append(
                Finding(
                    .warning,
                    "\(matching.count) apps match; the order in the site's association file decides, here the first"))
        }
        return owner
    }

    private func modelledOwner(of url: LinkURL, host: String) -> LinkOwner {
        let covering = apps.filter { $0.domain(covering: host) != nil }
        guard !covering.isEmpty else { return .browser(.u1, .documented, apps.flatMap(\.findings)) }
        guard let index = siteIndex(of: host) else {
            let finding = Finding(.warning, "no association file of \(host.escapedForDisplay) is known")
            return .browser(.u7, .documented, [finding])
        }
        let file: AssociationFile
        switch sites[index].association {
        case .missing(let reason):
            let finding = Finding(.fault, "the site \(host.escapedForDisplay) has no universal links: \(reason)")
            return .browser(.u7, .documented, [finding])
        case .file(let known): file = known
        }
        var owner = owner(of: url, among: candidates[index], of: covering)
        if file.otherServices.contains("appclips") {
            owner.evidence = owner.evidence.weaker(owner.app == nil ? .unverified : .inferred)
            owner.findings.append(
                Finding(.warning, "the site offers App Clips; whether one is started instead is not known (U13)"))
        }
        return owner
    }

    private func owner(
        of url: LinkURL, among candidates: [Candidate], of covering: [RegisteredApp]
    ) -> LinkOwner {
        guard !candidates.isEmpty else {
            let names = covering.map { $0.applicationIdentifier.escapedForDisplay }.joined(separator: ", ")
            return .browser(.u2, .documented, [Finding(.warning, "the site's file does not list \(names)")])
        }
        var matching: [Match] = []
        var excluding: LinkComponent?
        var doubtful: [LinkComponent] = []
        for candidate in candidates {
            let (deciding, inDoubt) = candidate.matcher.decideWithDoubts(url)
            doubtful += inDoubt.prefix(3)
            guard let deciding else { continue }
            if deciding.excludes {
                excluding = excluding ?? deciding
            } else {
                matching.append(Match(candidate, deciding))
            }
        }
        var owner = first(of: matching) ?? .browser(excluding == nil ? .u5 : .u4, .documented)
        var texts = LinkTexts(url)
        if let deciding = matching.min(by: { $0.rank < $1.rank })?.deciding ?? excluding {
            for doubt in deciding.doubts(about: &texts) {
                owner.doubt(doubt.rule, "\(deciding.place): \(doubt.meaning)")
            }
        }
        for component in doubtful.prefix(3) {
            for doubt in component.doubts.prefix(3) { owner.doubt(doubt.rule, "\(component.place): \(doubt.meaning)") }
        }
        return owner
    }

    /// The app of the first matching entry in details; of one entry the app that it names first [decided here].
    private func first(of matching: [Match]) -> LinkOwner? {
        guard let best = matching.min(by: { $0.rank < $1.rank }) else { return nil }
        var owner = LinkOwner(
            app: best.candidate.app.identifier, rule: matching.count > 1 ? .u6 : .u3, evidence: .documented)
        if matching.count(where: { $0.rank.entry == best.rank.entry }) > 1 {
            owner.doubt(.u12, "details[\(best.rank.entry)] names several installed apps: the first of them is taken")
        }
        if let mode = best.candidate.mode {
            owner.findings.append(
                Finding(.note, "the entitlement asks for the mode \(mode.rawValue), which not every phone allows (U15)")
            )
        }
        return owner
    }

    /// An app that may have the link, and where its file says so.
    private struct Match {
        let candidate: Candidate
        let deciding: LinkComponent

        init(_ candidate: Candidate, _ deciding: LinkComponent) {
            (self.candidate, self.deciding) = (candidate, deciding)
        }

        var rank: (entry: Int, name: Int) {
            (deciding.place.entry, candidate.ranks[deciding.place.entry] ?? Int.max)
        }
    }
}
