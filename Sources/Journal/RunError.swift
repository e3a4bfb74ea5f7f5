public import Ground

/// The reason why a run shows nothing about the accessory: the rig or the scenario was at fault.
public struct RunError: Error, Hashable, Sendable {
    public let code: FailureCode
    /// The link at fault; nil if the fault is elsewhere.
    public let link: LinkID?
    /// The reason as a sentence without a full stop.
    public let reason: String

    public init(_ code: FailureCode, on link: LinkID? = nil, _ reason: String) {
        self.code = code
        self.link = link
        self.reason = reason
    }

    /// Creates an error about a faulty device, prefixed with its link.
    public init(_ code: FailureCode, _ link: LinkID, _ what: some CustomStringConvertible) {
        self.init(code, on: link, "\(link): \(what)")
    }
}
