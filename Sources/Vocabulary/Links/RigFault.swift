/// Something wrong with the rig itself: never the accessory's fault, always the verdict `error`.
public struct RigFault: Error, Hashable, Codable, Sendable {
    /// What failed and why, as one sentence without its full stop.
    public let what: String
    /// What to do about it, as one sentence without its full stop.
    public let remedy: String

    public init(_ what: String, remedy: String) {
        self.what = what
        self.remedy = remedy
    }
}

extension RigFault: CustomStringConvertible {
    public var description: String { "\(what). \(remedy)." }
}
