public import Ground

/// Counts the connections that a screen opens beyond an agent's limit, and reports them in few findings.
///
/// The count is reported each time it has doubled, and a final time at the end, so a screen that floods an agent does
/// not cause a flood of findings, and every connection is counted.
public struct TurnedAwayConnections: Hashable, Sendable {
    private let limit: Int
    private var count = 0
    private var told = 0

    /// Creates a counter; `limit` is the maximum number of concurrent connections.
    public init(limit: Int) { self.limit = limit }

    /// Adds to the count; returns a finding when one is due.
    public mutating func add(_ more: Int) -> Finding? {
        let (sum, isTooLarge) = count.addingReportingOverflow(max(0, more))
        count = isTooLarge ? .max : sum
        return count / 2 >= told ? tell() : nil
    }

    /// Returns a finding about the connections not yet reported, or nil if there are none.
    public mutating func finish() -> Finding? { tell() }

    private mutating func tell() -> Finding? {
        guard count > told else { return nil }
        told = count
        let what = counted(count, "connection")
        return Finding("services.tooMany", .fault, "\(what) turned away so far, for \(limit) were there at once")
    }
}
