public import Journal
public import Links

/// A frame that arrived and has a place in the journal: its link is available directly, its record on demand.
public struct FrameToRecord: Sendable {
    public let link: LinkID
    private let arrival: Arrival
    private let number: Int

    /// Returns nil for a fault, which has a separate entry.
    public init?(_ arrival: Arrival, number: Int) {
        if case .fault = arrival.inbound { return nil }
        (link, self.arrival, self.number) = (arrival.inbound.link, arrival, number)
    }

    public var record: FrameRecord { FrameRecord(inbound: arrival, number: number) }
}
