public import Ground
public import Links

/// An accessory of the surroundings: one that is simulated, or one that was recorded.
///
/// No enumeration, because what stands in a case is copied whenever it is looked at, and a recording is large.
protocol PlayedAccessory: Sendable {
    /// What it is built like; nil for a recorded one.
    var build: AccessoryBuild? { get }
    var deadline: Instant? { get }
    /// What it advertises now; of one on the network not nil while it listens.
    var advertisement: AdvertisedContent? { get }
    /// Whether its firmware runs: where nothing listens on the network, only then somebody says so.
    var isOn: Bool { get }
    var keepsBond: Bool { get }
    var acceptsPairing: Bool { get }

    mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect]
    mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect]
    mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect]
    /// Bytes that the rig wrote to its serial console.
    mutating func receive(typed bytes: [UInt8]) -> [SimulatedAccessoryEffect]
    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect]

    /// Whether it is a recorded one that the phone told to range in this session.
    func wasTold(_ session: UInt32) -> Bool
    /// Whether it answers in the ranging round that begins.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool
    /// What came of a round that it took part in.
    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant)
    /// What the air gives for it.
    func bend(_ ranging: WorldModel) -> WorldModel
    /// It measures in a round itself, if it does, and tells of it.
    mutating func measure(_ truth: Distance, through world: WorldModel, at now: Instant) -> [SimulatedAccessoryEffect]
    /// What somebody does with it, where it is another phone.
    mutating func perform(_ act: PeerAct, at now: Instant) -> [SimulatedAccessoryEffect]
}

extension PlayedAccessory {
    var isOn: Bool { true }

    /// One that was recorded prints what it printed then, and other phones have no console.
    mutating func receive(typed bytes: [UInt8]) -> [SimulatedAccessoryEffect] { [] }

    mutating func measure(_ truth: Distance, through world: WorldModel, at now: Instant) -> [SimulatedAccessoryEffect] {
        []
    }

    mutating func perform(_ act: PeerAct, at now: Instant) -> [SimulatedAccessoryEffect] { [] }
}

extension SimulatedAccessory: PlayedAccessory {
    var build: AccessoryBuild? { model }

    func wasTold(_ session: UInt32) -> Bool { false }
}

/// Whether a recorded one answers in a round, and what the air gives for it, stands in its recording.
extension RecordedAccessory: PlayedAccessory {
    var build: AccessoryBuild? { nil }

    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool { true }

    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant) {}

    func bend(_ ranging: WorldModel) -> WorldModel { ranging }
}

/// The links of a bench with recorded accessories, and what our own phone does otherwise than the recorded one.
public final class ComparedLinks: LinkSet {
    private let links: any LinkSet
    private var watches: [PhoneWatch]

    /// Nothing is compared after `end`; nil for a recording that goes to the end of its run.
    public init(_ links: any LinkSet, _ recording: BenchRecording, patience: Span, until end: Instant? = nil) {
        self.links = links
        watches = recording.accessories.map { PhoneWatch($0, patience: patience, until: end) }
    }

    /// The earliest difference; nil when there is none.
    public var difference: PhoneDifference? {
        watches.compactMap(\.difference).min { ($0.instant, $0.frame) < ($1.instant, $1.frame) }
    }

    /// How many messages were the same.
    public var compared: Int { watches.reduce(0) { $0 + $1.compared } }

    public var now: Instant { links.now }

    public func send(_ outbound: Outbound) -> Instant {
        let instant = links.send(outbound)
        if case .bluetooth(let name, .frame(let bytes)) = outbound {
            change(name) { $0.receive(bytes, at: instant) }
        }
        if case .stream(let stream, .bytes(let bytes)) = outbound, let name = stream.accessory {
            change(name) { $0.receive(stream: bytes, at: instant) }
        }
        return instant
    }

    public func receive(until deadline: Instant) -> Reception {
        let reception = links.receive(until: deadline)
        if case .arrival(let arrival) = reception, let name = arrival.inbound.connected {
            change(name) { $0.connected(at: arrival.instant) }
        }
        for place in watches.indices { watches[place].advance(to: links.now) }
        return reception
    }

    /// The run is over: what the phone did not write by now it does not write.
    public func end() {
        for place in watches.indices { watches[place].end(at: links.now) }
    }

    public func prove(_ link: LinkID) -> RigFault? { links.prove(link) }

    public func close() { links.close() }

    private func change(_ name: AccessoryName, _ body: (inout PhoneWatch) -> Void) {
        guard let place = watches.firstIndex(where: { $0.name == name }) else { return }
        body(&watches[place])
    }
}

extension Inbound {
    /// The accessory to which a link has just come up; nil for anything else.
    fileprivate var connected: AccessoryName? {
        switch self {
        case .bluetooth(let name, .connected): name
        case .stream(let stream, .opened): stream.accessory
        default: nil
        }
    }
}
