public import Ground

/// Where a tag's URI goes, by which rule, and how well that is known.
public struct RouteDecision: Hashable, Codable, Sendable {
    public let destination: RouteTarget
    /// The rule of background reading that decided: one of B1 to B17.
    public let rule: RoutingRule
    /// What the rule rests on, such as the rule of universal links that let the app have the link or kept it from it.
    public let cause: RoutingRule?
    /// How well the outcome is known: no better than its weakest part.
    public let evidence: Evidence
    /// Whether the phone asks to be unlocked after the notification was tapped, before anything is opened (rule B5).
    public let needsUnlock: Bool
    public let findings: [Finding]
    /// What the address of a HomeKit accessory holds.
    public let homeKit: HomeKitPayload?

    init(
        _ destination: RouteTarget, rule: RoutingRule, cause: RoutingRule? = nil, evidence: Evidence,
        needsUnlock: Bool = false, findings: [Finding] = [], homeKit: HomeKitPayload? = nil
    ) {
        self.destination = destination
        self.rule = rule
        self.cause = cause
        self.evidence = evidence
        self.needsUnlock = needsUnlock
        self.findings = findings
        self.homeKit = homeKit
    }

    /// The rules that decided, as in `B12, U7`.
    public var rules: String { rule.rawValue + (cause.map { ", \($0.rawValue)" } ?? "") }

    /// Whether the phone shows a notification that its owner can tap (rules B3 and B4).
    public var notifies: Bool {
        switch destination {
        case .app, .browser, .schemeHandler: true
        case .ignored, .unsupportedScheme, .noUsableData: false
        }
    }
}

/// Where a tag's URI can go.
public enum RouteTarget: Hashable, Codable, Sendable {
    /// An installed app gets the URL as a universal link.
    case app(identifier: String, url: LinkURL)
    case browser(url: LinkURL)
    /// The app of the system that handles the scheme, which is in lower case: `tel`, `mailto`.
    case schemeHandler(scheme: String, url: LinkURL)
    /// The phone does not read tags now.
    case ignored(reason: IgnoredReason)
    /// The scheme, in lower case, is none that a tag may open.
    case unsupportedScheme(scheme: String)
    case noUsableData(reason: String)
}

extension RouteTarget: CustomStringConvertible {
    public var description: String {
        switch self {
        case .app(let identifier, let url): "app \(identifier.escapedForDisplay) with \(url)"
        case .browser(let url): "browser with \(url)"
        case .schemeHandler(let scheme, let url): "handler of \(scheme) with \(url)"
        case .ignored(let reason): "ignored: \(reason)"
        case .unsupportedScheme(let scheme): "unsupported scheme \(scheme)"
        case .noUsableData(let reason): "no usable data: \(reason)"
        }
    }
}

/// Whose a web address is, and by which rule of universal links.
struct LinkOwner: Sendable {
    /// Nil when it is the browser's.
    var app: String?
    var rule: RoutingRule
    var evidence: Evidence
    var findings: [Finding] = []

    /// It is the browser's, by this rule.
    static func browser(_ rule: RoutingRule, _ evidence: Evidence, _ findings: [Finding] = []) -> LinkOwner {
        LinkOwner(app: nil, rule: rule, evidence: evidence, findings: findings)
    }
}

extension LinkOwner {
    /// Weakens what is known, for a reason.
    mutating func doubt(_ rule: RoutingRule, _ meaning: String) {
        evidence = evidence.weaker(rule.evidence)
        findings.append(Finding("route.universalLink", .warning, "\(meaning) (\(rule.rawValue))"))
    }

    /// Weakens what is known by all that a file leaves open.
    mutating func add(_ doubts: LinkDoubts) {
        evidence = evidence.weaker(doubts.evidence)
        findings += doubts.findings
    }
}
