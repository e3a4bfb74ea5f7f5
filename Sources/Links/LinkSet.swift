public import Ground

/// A request from the phone or the director to the world.
public enum Outbound: Hashable, Codable, Sendable {
    case bluetooth(AccessoryName, BluetoothRequest)
    case kit(KitRequest)
    case reader(ReaderRequest)
    case stage(StageRequest)
    case stream(StreamID, StreamRequest)
    case discovery(DiscoveryRequest)
    case console(AccessoryName, ConsoleRequest)

    public var link: LinkID {
        switch self {
        case .bluetooth(let accessory, _): .bluetooth(accessory)
        case .kit: .kit
        case .reader: .reader
        case .stage: .stage
        case .stream(let stream, _): .stream(stream)
        case .discovery: .discovery
        case .console(let accessory, _): .console(accessory)
        }
    }
}

/// An event from the world.
public enum Inbound: Hashable, Codable, Sendable {
    case bluetooth(AccessoryName, BluetoothEvent)
    case kit(KitEvent)
    case reader(ReaderEvent)
    case stage(StageEvent)
    case stream(StreamID, StreamEvent)
    case discovery(DiscoveryEvent)
    /// A line that an accessory or a screen printed, without its line end. A line of the management protocol begins
    /// with its two marks.
    case console(AccessoryName, String)
    case fault(LinkID, RigFault)
    /// A driver's finding about a peer's action that no frame on the link shows. The peer is responsible, as the rig
    /// is for a fault.
    case finding(LinkID, Finding)

    public var link: LinkID {
        switch self {
        case .bluetooth(let accessory, _): .bluetooth(accessory)
        case .kit: .kit
        case .reader: .reader
        case .stage: .stage
        case .stream(let stream, _): .stream(stream)
        case .discovery: .discovery
        case .console(let accessory, _): .console(accessory)
        case .fault(let link, _), .finding(let link, _): link
        }
    }
}

/// An event from the world, with the instant at which the rig had it in hand.
public struct Arrival: Hashable, Codable, Sendable {
    public let instant: Instant
    public let inbound: Inbound

    public init(_ inbound: Inbound, at instant: Instant) {
        self.instant = instant
        self.inbound = inbound
    }
}

/// The result of waiting for the world.
public enum Reception: Hashable, Sendable {
    case arrival(Arrival)
    /// Nothing arrived before the deadline.
    case deadline
    /// The rig itself was suspended from this instant until now: arrivals in between went unnoticed, and some may be
    /// stamped late. Says nothing about the deadline.
    case stoodStill(since: Instant)
    /// The person at the bench interrupted the run.
    case interrupted
}

/// All links of one bench, as the run loop sees them: the one seam between the deciding part and the world.
///
/// Live, simulated and replayed benches differ only in their implementation of this protocol. It is used only from
/// the run loop's thread; live benches have an internal mailbox that their device threads fill.
public protocol LinkSet: AnyObject {
    /// The current instant; in virtual time, the instant up to which the world was played.
    var now: Instant { get }

    /// Hands a request to the world and returns the instant at which it was handed over. Never blocks for long.
    func send(_ outbound: Outbound) -> Instant

    /// Waits for the next arrival, at most until `deadline`.
    func receive(until deadline: Instant) -> Reception

    /// Checks that the rig's device behind a link still answers, before silence on the link counts against a peer.
    /// Returns its fault, or nil if it answered or cannot be asked. Takes seconds at most.
    func prove(_ link: LinkID) -> RigFault?

    /// Releases everything: links down, kernel drivers reattached, threads ended. Safe to call twice.
    func close()
}
