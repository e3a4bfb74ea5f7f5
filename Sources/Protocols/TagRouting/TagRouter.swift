import Ground

/// Decides what an iPhone would open for a tag read in the background.
///
/// It follows Apple's rules as numbered in the NFC fact sheet 4.1, in the order of its section 4.4: what keeps the
/// phone from reading comes first, then the scheme, then universal links. Notification, tap and unlocking are the
/// phone's business, as is telling a new tag from one that still lies there.
public struct TagRouter: Sendable {
    public let apps: [RegisteredApp]
    /// Lets custom schemes through to a handler. Apple says no (B14), one field report says yes: off by default.
    public let allowsCustomSchemes: Bool

    /// A router over the installed apps; of several that match, the first counts.
    public init(apps: [RegisteredApp], allowsCustomSchemes: Bool = false) {
        self.apps = apps
        self.allowsCustomSchemes = allowsCustomSchemes
    }

    /// The schemes that Apple lists, in lower case, and what opens them (fact sheet 4.2).
    public static let supportedSchemes: [(scheme: String, handler: String)] = [
        ("mailto", "Mail"), ("sms", "Messages"), ("tel", "Phone"), ("facetime", "FaceTime video"),
        ("facetime-audio", "FaceTime audio"), ("x-hm", "Home"),
    ]

    /// Schemes that Apple does not list and of which it is not known what a phone does (fact sheet 4.2 and Q5).
    public static let unverifiedSchemes = ["shortcuts", "geo", "sip", "sips", "ftp", "file", "bitcoin", "mt"]

    /// Where the URI of a tag's first URI record goes.
    public func route(uri: String, conditions: PhoneConditions) -> RouteDecision {
        if let reason = conditions.reasonNotToRead { return ignored(reason) }
        let isLocked = conditions.lock == .locked
        let url: LinkURL
        do throws(Malformed) { url = try LinkURL(uri) } catch {
            return nothing("the URI cannot be taken apart: \(error)", .b10, .unverified)
        }
        switch url.lowercasedScheme {
        case "http", "https": return routeWeb(url, isLocked)
        case let scheme: return routeOther(scheme, url, isLocked)
        }
    }

    /// The decision for a tag that was read and gave no URI, with the reason.
    public func routeWithoutURI(reason: String, conditions: PhoneConditions) -> RouteDecision {
        if let ignoring = conditions.reasonNotToRead { return ignored(ignoring) }
        return nothing(reason, .b15, .unverified)
    }

    private func routeWeb(_ url: LinkURL, _ isLocked: Bool) -> RouteDecision {
        guard let host = url.host, !host.isEmpty else { return nothing("the web address has no host", .b10, .inferred) }
        if host.lowercased() == "maps.apple.com" {
            return RouteDecision(
                destination: .app("com.apple.Maps", url), rule: .b13, evidence: .documented, needsUnlock: isLocked,
                findings: [])
        }
        let matching = apps.filter { $0.matches(url) }
        guard let app = matching.first else {
            return RouteDecision(
                destination: .browser(url), rule: .b12, evidence: .documented, needsUnlock: isLocked, findings: [])
        }
        if let port = url.port {
            // An entitlement cannot name a port, and what a phone makes of one in the link is not known.
            let finding = Finding(
                .warning, "the link names the port \(port): whether it still opens \(app.identifier) is not known")
            return RouteDecision(
                destination: .browser(url), rule: .b12, evidence: .unverified, needsUnlock: isLocked,
                findings: [finding])
        }
        var evidence: Evidence = .documented
        var findings: [Finding] = []
        if url.lowercasedScheme == "http" {
            evidence = .inferred
            findings.append(
                Finding(.note, "the link is http; that it opens an app like https is seen in practice only"))
        }
        if matching.count > 1 {
            evidence = .inferred
            findings.append(
                Finding(
                    .warning,
                    "\(matching.count) apps match; the order in the site's association file decides, here the first"))
        }
        return RouteDecision(
            destination: .app(app.identifier, url), rule: .b11, evidence: evidence, needsUnlock: isLocked,
            findings: findings)
    }

    private func routeOther(_ scheme: String, _ url: LinkURL, _ isLocked: Bool) -> RouteDecision {
        let handler = Destination.schemeHandler(scheme: scheme, url)
        if Self.supportedSchemes.contains(where: { $0.scheme == scheme }) {
            return RouteDecision(
                destination: handler, rule: .b13, evidence: .documented, needsUnlock: isLocked, findings: [])
        }
        if allowsCustomSchemes {
            return RouteDecision(
                destination: handler, rule: .b14, evidence: .unverified, needsUnlock: isLocked,
                findings: [Finding(.warning, "custom schemes are let through by a setting, against Apple's words")])
        }
        return RouteDecision(
            destination: .unsupportedScheme(scheme), rule: .b14,
            evidence: Self.unverifiedSchemes.contains(scheme) ? .unverified : .documented, needsUnlock: false,
            findings: [])
    }

    private func ignored(_ reason: IgnoredReason) -> RouteDecision {
        RouteDecision(
            destination: .ignored(reason), rule: reason.rule, evidence: .documented, needsUnlock: false, findings: [])
    }

    private func nothing(_ reason: String, _ rule: RoutingRule, _ evidence: Evidence) -> RouteDecision {
        RouteDecision(
            destination: .noUsableData(reason), rule: rule, evidence: evidence, needsUnlock: false, findings: [])
    }
}
