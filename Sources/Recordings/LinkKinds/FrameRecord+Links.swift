public import Ground
public import Journal
public import Links

extension FrameRecord {
    /// Creates the journal's record of an outbound frame.
    public init(_ outbound: Outbound, number: Int, at instant: Instant) {
        self.init(outbound.frame, .outbound, outbound.link, number, instant)
    }

    /// Creates the journal's record of an arrival; nil for a fault, which has a separate entry.
    public init?(_ arrival: Arrival, number: Int) {
        if case .fault = arrival.inbound { return nil }
        self.init(inbound: arrival, number: number)
    }

    init(inbound arrival: Arrival, number: Int) {
        self.init(arrival.inbound.frame, .inbound, arrival.inbound.link, number, arrival.instant)
    }

    private init(
        _ frame: any LinkFrame, _ direction: Direction, _ link: LinkID, _ number: Int, _ instant: Instant
    ) {
        let (parts, bytes) = (frame.parts, frame.bytes)
        self.init(
            number: number, instant: instant, direction: direction, link: link, kind: parts.kind,
            bytes: bytes, values: parts.values, meaning: bytes.isEmpty ? frame.plainWords : nil)
    }
}
