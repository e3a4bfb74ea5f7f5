import Ground
public import TagRouting

extension RouteDecision {
    /// The decision with its rules in words.
    public var text: String {
        let because = cause.map { ", because \($0.rawValue): \($0.statement)" } ?? ""
        return "\(destination) by \(rule.rawValue): \(rule.statement)\(because) (\(evidence.caution))"
    }
}

extension Evidence {
    /// The evidence level, with a caution if it is unverified.
    public var caution: String {
        switch self {
        case .documented: "documented"
        case .inferred: "inferred"
        case .unverified: "unverified: no verdict should rest on it alone"
        }
    }
}

extension IgnoredReason {
    /// The reason nothing was read, with the rule.
    public var text: String {
        "the phone reads no tags, because \(self), by \(rule.rawValue): \(rule.statement) (\(evidence.caution))"
    }
}
