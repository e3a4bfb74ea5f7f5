public import Ground

/// The destination of a tag's URI, the rules that decided, and the certainty.
public struct RouteDecision: Hashable, Codable, Sendable {
    public let destination: RouteTarget
    /// The deciding rule of background reading, B1 to B17.
    public let rule: RoutingRule
    /// The underlying rule, such as the rule of universal links that gave the app the link or kept it from it.
    public let cause: RoutingRule?
    /// The certainty of the outcome, no better than its weakest part.
    public let evidence: Evidence
    /// Whether the phone must be unlocked after the notification is tapped, before anything is opened (rule B5).
    public let needsUnlock: Bool
    public let findings: [Finding]
    /// The contents of a HomeKit accessory's address.
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

    /// The deciding rules, for example `B12, U7`.
    public var rules: String { rule.rawValue + (cause.map { ", \($0.rawValue)" } ?? "") }

    /// Whether the phone shows a notification that its owner can tap (rules B3 and B4).
    public var notifies: Bool {
        switch destination {
        case .app, .browser, .schemeHandler: true
        case .ignored, .unsupportedScheme, .noScheme, .noUsableData: false
        }
    }
}

/// A destination of a tag's URI.
public enum RouteTarget: Hashable, Codable, Sendable {
    /// An installed app receives the URL as a universal link.
    case app(identifier: String, url: LinkURL)
    case browser(url: LinkURL)
    /// The system app that handles the scheme, which is in lower case, for example `tel` or `mailto`.
    case schemeHandler(scheme: String, url: LinkURL)
    /// The phone is not reading tags.
    case ignored(reason: IgnoredReason)
    /// A tag may not open the scheme, which is in lower case.
    case unsupportedScheme(scheme: String)
    /// The tag's link begins without a scheme.
    case noScheme(link: String)
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
        case .noScheme(let link): "no usable data: \(link.shown()) has no scheme, such as https"
        case .noUsableData(let reason): "no usable data: \(reason)"
        }
    }
}

/// The owner of a web address, and the deciding rule of universal links.
struct LinkOwner: Sendable {
    /// The app; nil for the browser.
    var app: String?
    var rule: RoutingRule
    var evidence: Evidence
    var findings: [Finding] = []

    /// Creates the browser as owner, by this rule.
    static func browser(_ rule: RoutingRule, _ evidence: Evidence, _ findings: [Finding] = []) -> LinkOwner {
        LinkOwner(app: nil, rule: rule, evidence: evidence, findings: findings)
    }
}

extension LinkOwner {
    /// Weakens the evidence and reports the reason.
    mutating func doubt(_ rule: RoutingRule, _ meaning: String) {
        evidence = evidence.weaker(rule.evidence)
        findings.append(Finding("route.universalLink", .warning, "\(meaning) (\(rule.rawValue))"))
    }

    /// Weakens the evidence by all doubts of a file.
    mutating func add(_ doubts: LinkAmbiguities) {
        evidence = evidence.weaker(doubts.evidence)
        findings += doubts.findings
    }
}
