public import Journal
public import Links

/// A frame that came in and has a place in the journal: its link at once, and its record when somebody asks for it.
public struct FrameToRecord: Sendable {
    public let link: LinkID
    private let arrival: Arrival
    private let number: Int

    /// Nil for a fault, which has an entry of its own.
    public init?(_ arrival: Arrival, number: Int) {
        if case .fault = arrival.inbound { return nil }
        (link, self.arrival, self.number) = (arrival.inbound.link, arrival, number)
    }

    public var record: FrameRecord { FrameRecord(inbound: arrival, number: number) }
}
