public import Ground

/// Counts the connections that a screen opens beyond what an agent takes, and tells of them in few findings.
///
/// The number is told whenever it has doubled, and once more at the end: so a screen that floods an agent makes no
/// flood of findings, and none of its connections is left uncounted.
public struct TurnedAwayConnections: Hashable, Sendable {
    private let limit: Int
    private var count = 0
    private var told = 0

    /// `limit` is how many there may be at once.
    public init(limit: Int) { self.limit = limit }

    /// So many more came; gives a finding where it is time for one.
    public mutating func add(_ more: Int) -> Finding? {
        let (sum, isTooLarge) = count.addingReportingOverflow(max(0, more))
        count = isTooLarge ? .max : sum
        return count / 2 >= told ? tell() : nil
    }

    /// What was not told of yet; nil where there is nothing.
    public mutating func finish() -> Finding? { tell() }

    private mutating func tell() -> Finding? {
        guard count > told else { return nil }
        told = count
        let what = counted(count, "connection")
        return Finding("services.tooMany", .fault, "\(what) turned away so far, for \(limit) were there at once")
    }
}
