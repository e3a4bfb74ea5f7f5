public import Ground

/// Something that goes from the phone or the director to the world.
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

/// Something that comes from the world.
public enum Inbound: Hashable, Codable, Sendable {
    case bluetooth(AccessoryName, BluetoothEvent)
    case kit(KitEvent)
    case reader(ReaderEvent)
    case stage(StageEvent)
    case stream(StreamID, StreamEvent)
    case discovery(DiscoveryEvent)
    /// One line that an accessory, or a screen, printed, without its end. A line of the management protocol begins with
    /// its two marks.
    case console(AccessoryName, String)
    case fault(LinkID, RigFault)
    /// What a driver saw a peer do that no frame on the link tells: it is the peer's, as a fault is the rig's.
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

/// Something that came from the world, with the instant at which the rig had it in hand.
public struct Arrival: Hashable, Codable, Sendable {
    public let instant: Instant
    public let inbound: Inbound

    public init(_ inbound: Inbound, at instant: Instant) {
        self.instant = instant
        self.inbound = inbound
    }
}

/// What waiting for the world ended with.
public enum Reception: Hashable, Sendable {
    case arrival(Arrival)
    /// Nothing came before the deadline.
    case deadline
    /// The rig itself stood still from this instant until now: nobody looked at what came meanwhile, and some of it may
    /// be stamped late. It says nothing about the deadline.
    case stoodStill(since: Instant)
    /// The person at the bench asked for the end.
    case interrupted
}

/// All links of one bench, as the run loop sees them: the one seam between the deciding part and the world.
///
/// Live, simulated and replayed benches differ only in who implements this. It is used from the run loop's thread
/// alone; live benches have a mailbox inside that their device threads fill.
public protocol LinkSet: AnyObject {
    /// The instant that it is now; in virtual time the instant up to which the world was played.
    var now: Instant { get }

    /// Hands something to the world and returns the instant at which it was handed over. Never waits long.
    func send(_ outbound: Outbound) -> Instant

    /// Waits for the next arrival, at most until `deadline`.
    func receive(until deadline: Instant) -> Reception

    /// Asks the rig's device behind a link whether it still answers, before silence on the link counts against anybody
    /// else: what is wrong with it, nil when it answered or cannot be asked. Waits for seconds at most.
    func prove(_ link: LinkID) -> RigFault?

    /// Gives everything back: links down, kernel drivers attached again, threads ended. Safe to call twice.
    func close()
}
