public import Ground

/// Why a run says nothing about the accessory: the rig, or the scenario, was wrong.
public struct RunError: Error, Hashable, Sendable {
    public let code: FailureCode
    /// What was wrong; nil where it is no link of the bench.
    public let link: LinkID?
    /// As a sentence without its full stop.
    public let reason: String

    public init(_ code: FailureCode, on link: LinkID? = nil, _ reason: String) {
        self.code = code
        self.link = link
        self.reason = reason
    }

    /// A device that is wrong, told with its link in front.
    public init(_ code: FailureCode, _ link: LinkID, _ what: some CustomStringConvertible) {
        self.init(code, on: link, "\(link): \(what)")
    }
}
