import Ground

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
