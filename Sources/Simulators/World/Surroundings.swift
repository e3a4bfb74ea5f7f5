public import Ground
public import Links
import UCI

/// What the surroundings do to the links.
public enum SurroundingsOutput: Hashable, Sendable {
    /// One ATT PDU from an accessory to the phone.
    case frame(AccessoryName, [UInt8])
    case hangUp(AccessoryName)
    /// UCI bytes from the kit to the phone.
    case kit([UInt8])
    case stage(StageEvent)
}

/// Everything around the phone as one value: accessories, kit, tags and the space between them.
///
/// It serves the simulated bench in virtual time and, behind a real kernel, the virtual bench: bytes and instants in,
/// bytes out. All chance comes from one seed.
public struct Surroundings: Sendable {
    private struct Neighbour: Sendable {
        let name: AccessoryName
        var accessory: SimulatedAccessory
    }

    private let model: SurroundingsModel
    private var world = World()
    private var air = Air()
    private var kit: SimulatedKit
    private var neighbours: [Neighbour]
    private var arrivals = Agenda<AccessoryName>()
    private var noise: SeededGenerator
    /// The tag that is held to the reader.
    public private(set) var tagInField: TagName?

    public init(_ model: SurroundingsModel, seed: UInt64) {
        var generator = SeededGenerator(seed: seed ^ 0x5375_7272_6F75_6E64)
        self.model = model
        kit = SimulatedKit(generation: model.generation)
        neighbours = model.accessories.map { name, build in
            Neighbour(name: name, accessory: SimulatedAccessory(model: build, generator: generator.fork()))
        }
        noise = generator.fork()
    }

    public var deadline: Instant? {
        var earliest = [arrivals.next, kit.deadline].compactMap { $0 }.min()
        for neighbour in neighbours {
            guard let due = neighbour.accessory.deadline else { continue }
            earliest = earliest.map { min($0, due) } ?? due
        }
        return earliest
    }

    public func model(of name: AccessoryName) -> AccessoryModel? {
        neighbours.first { $0.name == name }?.accessory.model
    }

    public mutating func connected(_ name: AccessoryName, at now: Instant) -> [SurroundingsOutput] {
        change(name) { $0.connected(at: now) }
    }

    public mutating func disconnected(_ name: AccessoryName) -> [SurroundingsOutput] {
        change(name) { $0.disconnected() }
    }

    /// One ATT PDU of the phone for an accessory.
    public mutating func receive(_ frame: [UInt8], for name: AccessoryName, at now: Instant) -> [SurroundingsOutput] {
        change(name) { $0.receive(frame, at: now) }
    }

    public mutating func kitOpened(at now: Instant) -> [SurroundingsOutput] { kit.opened(at: now).map { .kit($0) } }

    /// UCI bytes of the phone for the kit.
    public mutating func kitReceives(_ bytes: [UInt8], at now: Instant) -> [SurroundingsOutput] {
        kit.receive(bytes, at: now).map { .kit($0) }
    }

    /// What the director asks of the stage.
    public mutating func stage(_ request: StageRequest, at now: Instant) -> [SurroundingsOutput] {
        switch request {
        case .place(let name, let distance):
            arrivals.removeAll { $0 == name }
            world.place(name, at: distance, since: now)
            return []
        case .move(let name, let from, let to, let speed):
            arrivals.removeAll { $0 == name }
            arrivals.add(name, at: world.move(name, from: from, to: to, at: speed, since: now))
            return []
        case .present(let tag):
            tagInField = tag
            return [.stage(.presented(tag))]
        case .remove(let tag):
            if tagInField == tag { tagInField = nil }
            return [.stage(.removed(tag))]
        }
    }

    /// Everything that is due by now.
    public mutating func advance(to now: Instant) -> [SurroundingsOutput] {
        var outputs: [SurroundingsOutput] = []
        for index in neighbours.indices {
            let name = neighbours[index].name
            outputs += change(name) { $0.advance(to: now) }
        }
        outputs += kit.advance(to: now).map { .kit($0) }
        while let round = kit.popRound(at: now) { outputs += range(round, at: now).map { .kit($0) } }
        while let (_, name) = arrivals.popDue(at: now) { outputs.append(.stage(.arrived(name))) }
        return outputs
    }

    /// The tags of the bench, by name.
    public func tag(_ name: TagName) -> SimulatedTag? { model.tags.first { $0.name == name }?.tag }

    private mutating func range(_ round: SimulatedKit.Round, at now: Instant) -> [[UInt8]] {
        guard let peer = round.parameters.peers.first else { return [] }
        let measurement: TWRMeasurement
        if let name = air.partner(of: round.parameters) {
            let truth = world.distance(to: name, at: round.instant) ?? model.restingDistance
            switch model.ranging.measure(truth, using: &noise) {
            case .lost:
                measurement = TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 2)
            case .measured(let centimetres, let isFree):
                measurement = TWRMeasurement(
                    peer: peer, distance: .millimetres(Int32(clamping: centimetres * 10)),
                    lineOfSight: isFree ? .free : .blocked, rawRSSI: 156)
            }
        } else {
            measurement = TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 2)
        }
        return kit.report(round, [measurement], at: now)
    }

    private mutating func change(
        _ name: AccessoryName, _ body: (inout SimulatedAccessory) -> [SimulatedAccessoryEffect]
    ) -> [SurroundingsOutput] {
        guard let index = neighbours.firstIndex(where: { $0.name == name }) else { return [] }
        return body(&neighbours[index].accessory).compactMap { effect in
            switch effect {
            case .frame(let bytes): return .frame(name, bytes)
            case .hangUp: return .hangUp(name)
            case .stopRanging:
                air.stop(name)
                return nil
            case .startRanging(let configuration, let shareable):
                if let parameters = RangingParameters(accessory: configuration, shareable) {
                    air.start(name, parameters)
                }
                return nil
            }
        }
    }
}
