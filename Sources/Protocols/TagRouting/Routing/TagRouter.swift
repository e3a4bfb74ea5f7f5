import Ground

/// Decides what an iPhone would open for a tag read in the background.
///
/// It follows Apple's rules as numbered in nfc.md 4.1, in the order of its section 4.4: first anything that
/// prevents the phone from reading, then the scheme, then universal links. Notification, tap and unlocking are left
/// to the phone, as is distinguishing a new tag from one that is still present.
public struct TagRouter: Sendable {
    /// Whether custom schemes reach a handler. Apple says no (B14), one field report says yes; false by default.
    public let allowsCustomSchemes: Bool
    var registry: LinkRegistry

    /// Creates a router for the installed apps and the sites' association files.
    ///
    /// The apps' links supply the files of hosts for which no site is given. If a file gives a link to several apps,
    /// the one of the first matching entry counts.
    public init(apps: [App], sites: [AssociatedSite] = [], allowsCustomSchemes: Bool = false) {
        let short = App.sites(ofLinksOf: apps).map { AssociatedSite(host: $0.host, bytes: Array($0.file.utf8)) }
        registry = LinkRegistry(apps: apps, sites: sites + short)
        self.allowsCustomSchemes = allowsCustomSchemes
    }

    public var sites: [AssociatedSite] { registry.sites }

    /// The schemes that Apple lists, in lower case, and their handlers (nfc.md 4.2).
    public static let supportedSchemes: [(scheme: String, handler: String)] = [
        ("mailto", "Mail"), ("sms", "Messages"), ("tel", "Phone"), ("facetime", "FaceTime video"),
        ("facetime-audio", "FaceTime audio"), ("x-hm", "Home"),
    ]

    /// The scheme of positions: Apple mentions GPS in a talk, but does not show the format (nfc.md 4.2).
    public static let positionScheme = "geo"

    /// Schemes that Apple does not list and for which a phone's behaviour is unknown (nfc.md 4.2 and Q5).
    public static let unverifiedSchemes = ["shortcuts", "sip", "sips", "ftp", "file", "bitcoin", "mt"]

    /// The app that opens web addresses of `maps.apple.com`, and positions.
    public static let mapsIdentifier = "com.apple.Maps"

    /// Returns the destination of the URI in a tag's first URI record.
    public func route(uri: String, conditions: PhoneConditions) -> RouteDecision {
        if let reason = conditions.reasonNotToRead { return ignored(reason) }
        let url: LinkURL
        do throws(Malformed) { url = try LinkURL(uri) } catch {
            guard URLParts.hasScheme(uri.utf8) else {
                return RouteDecision(.noScheme(link: uri), rule: .b10, evidence: .documented)
            }
            return nothing("the URI cannot be taken apart: \(error)", .b10, .unverified)
        }
        switch url.lowercasedScheme {
        case "http", "https": return routeWeb(url, conditions)
        case let scheme: return routeOther(scheme, url, conditions)
        }
    }

    /// Returns the decision for a tag that was read but yielded no URI, for the given reason.
    public func routeWithoutURI(reason: String, conditions: PhoneConditions) -> RouteDecision {
        if let ignoring = conditions.reasonNotToRead { return ignored(ignoring) }
        return nothing(reason, .b15, .unverified)
    }

    private func routeWeb(_ url: LinkURL, _ conditions: PhoneConditions) -> RouteDecision {
        guard let host = url.host, !host.isEmpty else { return nothing("the web address has no host", .b10, .inferred) }
        let isLocked = conditions.lock == .locked
        let evidence = conditions.model.evidence
        let name = HostName(host)
        if name.compared == "maps.apple.com" {
            return RouteDecision(
                .app(identifier: Self.mapsIdentifier, url: url), rule: .b13, cause: .s1, evidence: evidence,
                needsUnlock: isLocked)
        }
        if conditions.browserDomains.contains(where: { HostName($0).compared == name.compared }) {
            return RouteDecision(.browser(url: url), rule: .b12, cause: .u8, evidence: evidence, needsUnlock: isLocked)
        }
        var owner = registry.owner(of: url, host: name)
        if let app = owner.app, let port = url.port {
            // An entitlement cannot contain a port, and a phone's treatment of one in the link is unknown.
            owner.findings.append(
                Finding(
                    "route.link", .warning,
                    "the link names the port \(port): whether it still opens \(app.escapedForDisplay) is not known"))
            return RouteDecision(
                .browser(url: url), rule: .b12, cause: .u9, evidence: .unverified, needsUnlock: isLocked,
                findings: owner.findings)
        }
        if owner.app != nil, url.lowercasedScheme == "http" {
            owner.evidence = owner.evidence.weaker(RoutingRule.u10.evidence)
            owner.findings.append(
                Finding(
                    "route.link", .note,
                    "the link is http; that it opens an app like https is seen in practice only (U10)"))
        }
        return RouteDecision(
            owner.app.map { .app(identifier: $0, url: url) } ?? .browser(url: url),
            rule: owner.app == nil ? .b12 : .b11,
            cause: owner.rule, evidence: owner.evidence.weaker(evidence), needsUnlock: isLocked,
            findings: owner.findings)
    }

    private func routeOther(_ scheme: String, _ url: LinkURL, _ conditions: PhoneConditions) -> RouteDecision {
        let handler = RouteTarget.schemeHandler(scheme: scheme, url: url)
        let isLocked = conditions.lock == .locked
        let evidence = conditions.model.evidence
        if scheme == "x-hm" { return routeHomeKit(handler, url, isLocked, evidence) }
        if Self.supportedSchemes.contains(where: { $0.scheme == scheme }) {
            return RouteDecision(handler, rule: .b13, evidence: evidence, needsUnlock: isLocked)
        }
        if scheme == Self.positionScheme {
            return RouteDecision(
                .app(identifier: Self.mapsIdentifier, url: url), rule: .b13, cause: .s6,
                evidence: evidence.weaker(RoutingRule.s6.evidence), needsUnlock: isLocked)
        }
        if allowsCustomSchemes {
            return RouteDecision(
                handler, rule: .b14, cause: .s4, evidence: .unverified, needsUnlock: isLocked,
                findings: [
                    Finding(
                        "route.link", .warning, "custom schemes are let through by a setting, against Apple's words")
                ])
        }
        let isUnverified = Self.unverifiedSchemes.contains(scheme)
        let findings =
            scheme == "mt"
            ? [
                Finding(
                    "route.link", .note,
                    "this is a Matter payload; what a phone does with it in the background is not known")
            ]
            : []
        return RouteDecision(
            .unsupportedScheme(scheme: scheme), rule: .b14, cause: isUnverified ? .s3 : nil,
            evidence: isUnverified ? .unverified : evidence, findings: findings)
    }

    private func routeHomeKit(
        _ handler: RouteTarget, _ url: LinkURL, _ isLocked: Bool, _ evidence: Evidence
    ) -> RouteDecision {
        var findings: [Finding] = []
        var payload: HomeKitPayload?
        do throws(Malformed) {
            let read = try HomeKitPayload(address: url.text)
            payload = read
            switch read {
            case .setup(let setup): findings = setup.findings
            case .undecoded:
                findings = [
                    Finding(
                        "route.link", .note, "the HomeKit payload is longer than the layout known: it is not decoded")
                ]
            }
        } catch {
            findings = [Finding("route.link", error, in: "HomeKit payload")]
        }
        return RouteDecision(
            handler, rule: .b13, cause: .s2, evidence: payload == nil ? .unverified : evidence,
            needsUnlock: isLocked, findings: findings, homeKit: payload)
    }

    private func ignored(_ reason: IgnoredReason) -> RouteDecision {
        RouteDecision(.ignored(reason: reason), rule: reason.rule, evidence: reason.evidence)
    }

    private func nothing(_ reason: String, _ rule: RoutingRule, _ evidence: Evidence) -> RouteDecision {
        RouteDecision(.noUsableData(reason: reason), rule: rule, evidence: evidence)
    }
}
