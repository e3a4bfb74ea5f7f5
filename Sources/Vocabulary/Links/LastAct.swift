public import Ground

/// The last activity of the two sides of a link.
public enum LastAct: Hashable, Sendable {
    case unconnected
    case settingUp
    case open
    case sent(MessageKind)
    case ranging
    case stopped

    /// Returns the failure code for a link that ended now.
    public func lossCode(for reason: DisconnectReason) -> FailureCode {
        switch reason {
        case .remote, .reset: code(of: "link.hungUp")
        case .supervisionTimeout, .unacknowledged: code(of: "link.silent")
        case .authentication: "link.keyRefused"
        case .local, .other: "link.lost"
        }
    }

    private func code(of loss: String) -> FailureCode {
        switch self {
        case .settingUp: FailureCode(rawValue: loss + "WhileSettingUp")
        case .sent(.initialize): FailureCode(rawValue: loss + "AfterInitialize")
        case .sent(.shareableConfiguration): FailureCode(rawValue: loss + "AfterConfigureAndStart")
        case .sent(.stop): FailureCode(rawValue: loss + "AfterStop")
        case .ranging: FailureCode(rawValue: loss + "WhileRanging")
        case .unconnected, .open, .sent, .stopped: FailureCode(rawValue: loss)
        }
    }
}
