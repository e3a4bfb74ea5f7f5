import Ground

/// The reasons for a URI's destination: the decision, and for every app the verdict of its site's association file.
public struct RouteExplanation: Sendable {
    /// An installed app and the link.
    public struct App: Sendable {
        /// The app's full identifier.
        public let application: String
        /// The entry of the entitlement that covers the host; nil if there is none.
        public let domain: AssociatedDomain?
        /// The verdict of the host's file; nil if it is missing or was not consulted.
        public let match: MatchExplanation?
        /// The obstacle that prevents consulting the file's patterns, as a sentence without a full stop.
        public let obstacle: String?
    }

    /// The maximum number of explained apps, because a file can list thousands.
    public static let appLimit = 20

    public let decision: RouteDecision
    /// The first apps, in order; empty if the URI is not a web address.
    public let apps: [App]
    /// The number of further apps.
    public let omitted: Int

    /// The explanation as lines of text, indented by two spaces per level; no escaping is needed.
    public var lines: [String] {
        var lines = ["\(decision.destination)"]
        for rule in [decision.rule, decision.cause].compactMap({ $0 }) {
            lines.append("  \(rule.rawValue) (\(rule.evidence.rawValue)): \(rule.statement)")
        }
        lines.append("  overall \(decision.evidence.rawValue)")
        for finding in decision.findings { lines.append("  \(finding.weight.rawValue): \(finding)") }
        if case .setup(let setup) = decision.homeKit { lines.append("  HomeKit: \(setup)") }
        for app in apps {
            lines.append("app \(app.application.escapedForDisplay)")
            if let domain = app.domain { lines.append("  the associated domain \(domain) covers the host") }
            if let obstacle = app.obstacle { lines.append("  \(obstacle)") }
            lines += (app.match?.lines ?? []).map { "  " + $0 }
        }
        if omitted > 0 { lines.append("\(omitted) more apps") }
        return lines
    }
}

extension TagRouter {
    /// Decides like `route` and explains the decision; this is slow and meant for people.
    public func explain(uri: String, conditions: PhoneConditions) -> RouteExplanation {
        let decision = route(uri: uri, conditions: conditions)
        guard let url = try? LinkURL(uri), ["http", "https"].contains(url.lowercasedScheme), let host = url.host else {
            return RouteExplanation(decision: decision, apps: [], omitted: 0)
        }
        let apps = registry.apps
        let name = HostName(host)
        var work = MatchingWork(limit: MatchingWork.explainingLimit)
        let explained = apps.prefix(RouteExplanation.appLimit).map { explain($0, url, name, &work) }
        return RouteExplanation(decision: decision, apps: explained, omitted: apps.count - explained.count)
    }

    private func explain(
        _ app: Entitlement, _ url: LinkURL, _ host: HostName, _ work: inout MatchingWork
    ) -> RouteExplanation.App {
        let name = app.app.fullIdentifier
        func obstructed(_ domain: AssociatedDomain?, _ obstacle: String) -> RouteExplanation.App {
            RouteExplanation.App(application: name, domain: domain, match: nil, obstacle: obstacle)
        }
        guard let domain = app.domain(covering: host) else {
            return obstructed(nil, "no associated domain covers the host (U1)")
        }
        guard let index = registry.siteIndex(of: domain.host) else {
            let which = domain.isWildcard ? domain.host.shown() : "this host"
            return obstructed(domain, "no association file of \(which) is known (U7)")
        }
        switch sites[index].association {
        case .missing(let reason): return obstructed(domain, "\(reason) (U7)")
        case .file(let file):
            let lacks =
                file.listsUsableApp
                ? "the association file does not list the app (U2)" : "the association file names no usable app (U7)"
            let obstacle = file.lists(name) ? nil : lacks
            return RouteExplanation.App(
                application: name, domain: domain, match: file.explain(url, for: name, &work), obstacle: obstacle)
        }
    }
}
