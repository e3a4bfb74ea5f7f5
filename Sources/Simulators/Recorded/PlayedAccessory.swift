public import Ground
public import Links

/// An accessory of the surroundings, simulated or recorded.
///
/// This is not an enumeration because a case's payload is copied whenever it is read, and a recording is large.
protocol PlayedAccessory: Sendable {
    /// Its build; nil for a recorded one.
    var build: AccessoryBuild? { get }
    var deadline: Instant? { get }
    /// The advertised content; on the network, non-nil while it listens.
    var advertisement: AdvertisedContent? { get }
    /// Whether its firmware is running. If it is, a connection on the network is refused when nothing listens.
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
    /// Receives bytes that the rig wrote to its serial console.
    mutating func receive(typed bytes: [UInt8]) -> [SimulatedAccessoryEffect]
    mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect]

    /// Whether it is a recorded one that the phone asked to range in this session.
    func wasTold(_ session: UInt32) -> Bool
    /// Whether it answers in the ranging round that begins.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool
    /// Records the result of a round that it took part in.
    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant)
    /// Returns the ranging model adapted to it.
    func bend(_ ranging: WorldModel) -> WorldModel
    /// Measures in a round itself, if it supports that, and reports the result.
    mutating func measure(_ truth: Distance, through world: WorldModel, at now: Instant) -> [SimulatedAccessoryEffect]
    /// Performs an act with it, if it is another phone.
    mutating func perform(_ act: PeerAct, at now: Instant) -> [SimulatedAccessoryEffect]
}

extension PlayedAccessory {
    var isOn: Bool { true }

    /// A recorded accessory prints what it printed then, and other phones have no console.
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

/// Its part in a round, and the measurement, are in its recording.
extension RecordedAccessory: PlayedAccessory {
    var build: AccessoryBuild? { nil }

    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool { true }

    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant) {}

    func bend(_ ranging: WorldModel) -> WorldModel { ranging }
}

/// The links of a bench with recorded accessories, and the differences between our phone and the recorded one.
public final class ComparedLinks: LinkSet {
    private let links: any LinkSet
    private var watches: [PhoneWatch]

    /// Creates the links. Nothing is compared after `end`; nil for a recording that extends to the end of its run.
    public init(_ links: any LinkSet, _ recording: BenchRecording, patience: Lapse, until end: Instant? = nil) {
        self.links = links
        watches = recording.accessories.map { PhoneWatch($0, patience: patience, until: end) }
    }

    /// The earliest difference; nil if there is none.
    public var difference: PhoneDifference? {
        watches.compactMap(\.difference).min { ($0.instant, $0.frame) < ($1.instant, $1.frame) }
    }

    /// The number of equal messages.
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

    /// Ends the run: messages that the phone has not written by now are missing.
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
