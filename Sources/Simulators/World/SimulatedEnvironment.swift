public import Ground
public import Links
import UWB

/// An effect of the surroundings on the links.
public enum EnvironmentOutput: Hashable, Sendable {
    /// An ATT PDU from an accessory to the phone, or bytes of the network connection.
    case frame(AccessoryName, [UInt8])
    case hangUp(AccessoryName)
    /// The radio of an accessory went silent without notice.
    case loseLink(AccessoryName)
    case advertise(AccessoryName, AdvertisedContent)
    case stopAdvertising(AccessoryName)
    /// An accessory requests security by itself.
    case requestSecurity(AccessoryName)
    case requestParameters(AccessoryName, RequestedParameters)
    /// A line that an accessory printed.
    case console(AccessoryName, String)
    /// Bytes from the kit to the phone.
    case kit([UInt8])
    case stage(StageEvent)
}

/// Everything around the phone as one value: accessories, kit and the space between them.
///
/// It serves the simulated bench in virtual time and, behind a real kernel, the virtual bench: bytes and instants in,
/// bytes out. All randomness derives from one seed.
public struct SimulatedEnvironment: Sendable {
    private struct EnvironmentNode: Sendable {
        let name: AccessoryName
        var accessory: any PlayedAccessory
        /// The constant error of its antennas.
        let bias: Distance
        /// A separate generator, so that one accessory's acts never affect another one's measurements.
        var noise: SeededGenerator
        var isSilenced = false

        /// Whether it answers in the ranging round that begins.
        ///
        /// One whose rounds are lost on the way takes part in vain.
        mutating func joinsRound(at now: Instant) -> Bool {
            if isSilenced { accessory.roundEnded(.lost, at: now) }
            return !isSilenced && accessory.joinsRound(using: &noise)
        }

        /// Returns the measurement of a true distance to it.
        mutating func measure(
            _ truth: Distance, through ranging: WorldModel, at now: Instant
        ) -> WorldModel.Outcome {
            var bent = accessory.bend(ranging)
            bent.bias = bent.bias + bias
            let outcome = bent.measure(truth, using: &noise)
            accessory.roundEnded(outcome, at: now)
            return outcome
        }
    }

    /// The time for which an accessory is switched off in a power cycle; it has not finished booting then.
    static let offTime = Lapse.milliseconds(200)

    private let model: EnvironmentModel
    private var world = World()
    private var air = Air()
    private var kit: SimulatedKit
    private var neighbours: [EnvironmentNode]
    private var recordedRanging: RecordedRanging
    private var arrivals = Agenda<AccessoryName>()
    /// The time at which a turn of the phone is done.
    private var turnEnd: Instant?
    /// The accessories whose power will return.
    private var powerReturns = Agenda<AccessoryName>()

    public init(_ model: EnvironmentModel, seed: UInt64) {
        var generator = SeededGenerator(seed: seed ^ 0x5375_7272_6F75_6E64)
        self.model = model
        kit = SimulatedKit(model)
        recordedRanging = model.recording?.ranging ?? .none
        neighbours = model.accessories.map { name, build in
            let simulated = SimulatedAccessory(model: build, generator: generator.fork())
            let recorded = model.recording?.accessories.first { $0.name == name }
            let accessory: any PlayedAccessory = recorded.map { RecordedAccessory($0) } ?? simulated
            var noise = generator.fork()
            let bias = model.ranging.drawBias(using: &noise)
            return EnvironmentNode(name: name, accessory: accessory, bias: bias, noise: noise)
        }
        neighbours += model.phones.map { name, build in
            let phone = SimulatedPhone(model: build, generator: generator.fork())
            return EnvironmentNode(name: name, accessory: phone, bias: .zero, noise: generator.fork())
        }
    }

    public var deadline: Instant? {
        var earliest = min(arrivals.next ?? .never, powerReturns.next ?? .never, kit.deadline ?? .never)
        earliest = min(earliest, turnEnd ?? .never)
        // By index: an element taken out of the array is copied whole.
        for index in neighbours.indices { earliest = min(earliest, neighbours[index].accessory.deadline ?? .never) }
        return earliest == .never ? nil : earliest
    }

    private func index(of name: AccessoryName) -> Int? {
        neighbours.indices.first { neighbours[$0].name == name }
    }

    public mutating func connected(_ name: AccessoryName, at now: Instant) -> [EnvironmentOutput] {
        change(name, at: now) { $0.connected(at: now) }
    }

    public mutating func disconnected(_ name: AccessoryName, at now: Instant) -> [EnvironmentOutput] {
        change(name, at: now) { $0.disconnected(at: now) }
    }

    /// Returns an accessory's advertisement; nil while it does not advertise.
    public func advertisement(of name: AccessoryName) -> AdvertisedContent? {
        index(of: name).flatMap { neighbours[$0].accessory.advertisement }
    }

    /// Whether an accessory's firmware is running.
    public func isOn(_ name: AccessoryName) -> Bool { index(of: name).map { neighbours[$0].accessory.isOn } ?? false }

    /// Whether an accessory has a key of the phone and would use it.
    public func keepsBond(_ name: AccessoryName) -> Bool {
        index(of: name).map { neighbours[$0].accessory.keepsBond } ?? false
    }

    /// Whether an accessory would pair with the phone now.
    public func acceptsPairing(_ name: AccessoryName) -> Bool {
        index(of: name).map { neighbours[$0].accessory.acceptsPairing } ?? false
    }

    /// Records that the link was encrypted, or no longer is; `isBonded` is whether an existing key was used.
    public mutating func encryptionChanged(
        _ name: AccessoryName, isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [EnvironmentOutput] {
        change(name, at: now) { $0.encryptionChanged(isEncrypted: isEncrypted, isBonded: isBonded, at: now) }
    }

    /// Cuts an accessory's power, or resets it to factory settings.
    public mutating func power(_ act: PowerAct, of name: AccessoryName, at now: Instant) -> [EnvironmentOutput] {
        change(name, at: now) { $0.power(act, at: now) }
    }

    /// Loses every ranging round with an accessory while `isSilent` holds.
    public mutating func silenceUWB(of name: AccessoryName, _ isSilent: Bool) {
        guard let index = index(of: name) else { return }
        neighbours[index].isSilenced = isSilent
    }

    /// Receives an ATT PDU of the phone for an accessory, or bytes of the network connection.
    public mutating func receive(_ frame: [UInt8], for name: AccessoryName, at now: Instant) -> [EnvironmentOutput] {
        change(name, at: now) { $0.receive(frame, at: now) }
    }

    /// Receives bytes of the rig for an accessory's serial console.
    public mutating func receive(typed bytes: [UInt8], for name: AccessoryName, at now: Instant) -> [EnvironmentOutput]
    {
        change(name, at: now) { $0.receive(typed: bytes) }
    }

    public mutating func kitOpened(at now: Instant) -> [EnvironmentOutput] { kit.opened(at: now).map { .kit($0) } }

    /// Receives bytes of the phone for the kit.
    public mutating func kitReceives(_ bytes: [UInt8], at now: Instant) -> [EnvironmentOutput] {
        kit.receive(bytes, at: now).map { .kit($0) }
    }

    /// Performs the director's request to the stage, except for tags and reader, which belong to the reader.
    public mutating func stage(_ request: StageRequest, at now: Instant) -> [EnvironmentOutput] {
        switch request {
        case .place(let name, let distance):
            arrivals.removeAll { $0 == name }
            world.place(name, at: distance, since: now)
            return []
        case .move(let name, let from, let to, let speed):
            arrivals.removeAll { $0 == name }
            arrivals.add(name, at: world.move(name, from: from, to: to, at: speed, since: now))
            return []
        case .face(let name, let direction):
            world.face(name, direction, since: now)
            return []
        case .turn(let turn, let span):
            turnEnd = world.turn(by: turn, over: span, since: now)
            return []
        case .dropLink(let name):
            return [.loseLink(name)]
        case .power(let name, let act):
            powerReturns.add(name, at: now + Self.offTime)
            return power(act, of: name, at: now)
        case .silenceUWB(let name, let isSilent):
            silenceUWB(of: name, isSilent)
            return []
        case .peer(let name, let act):
            return change(name, at: now) { $0.perform(act, at: now) }
        case .present, .remove, .tearAway, .swap, .readerTrouble, .screen, .network:
            return []
        }
    }

    /// Performs everything that is due.
    public mutating func advance(to now: Instant) -> [EnvironmentOutput] {
        var outputs: [EnvironmentOutput] = []
        for index in neighbours.indices {
            let name = neighbours[index].name
            outputs += change(name, at: now) { $0.advance(to: now) }
        }
        outputs += kit.advance(to: now).map { .kit($0) }
        while let round = kit.popRound(at: now) { outputs += range(round, at: now) }
        while let (_, name) = arrivals.popDue(at: now) { outputs.append(.stage(.arrived(name))) }
        if let end = turnEnd, end <= now {
            turnEnd = nil
            outputs.append(.stage(.turned))
        }
        while let (_, name) = powerReturns.popDue(at: now) { outputs.append(.stage(.powered(name))) }
        return outputs
    }

    /// The tags of the bench, with their initial contents.
    public var tags: [(name: TagName, tag: SimulatedTag)] { model.tags }

    private mutating func range(_ round: SimulatedKit.Round, at now: Instant) -> [EnvironmentOutput] {
        guard let peer = round.parameters.peers.first else { return [] }
        if let recalled = recall(round, peer) { return kit.report(round, [recalled], at: now).map { .kit($0) } }
        let measured = measure(round, peer)
        let failure = UCIStatus(rawValue: air.failure(of: round.parameters).rawValue)
        let measurement = measured ?? TWRMeasurement(peer: peer, failure: failure, slotIndex: 2)
        let told = kit.report(round, [measurement], at: now).map { EnvironmentOutput.kit($0) }
        return told + (measured == nil ? [] : otherSide(of: round, at: now))
    }

    /// Lets the other phone measure as well.
    private mutating func otherSide(of round: SimulatedKit.Round, at now: Instant) -> [EnvironmentOutput] {
        guard let name = air.partner(of: round.parameters) else { return [] }
        let truth = world.distance(to: name, at: round.instant) ?? model.restingDistance(of: name)
        let ranging = model.ranging
        return change(name, at: now) { $0.measure(truth, through: ranging, at: now) }
    }

    /// Returns the recorded measurement of a round; nil if there is none, so that the world decides.
    private mutating func recall(_ round: SimulatedKit.Round, _ peer: ShortMACAddress) -> TWRMeasurement? {
        guard model.recording != nil else { return nil }
        let told = neighbours.first { $0.accessory.wasTold(round.parameters.sessionID) }
        if told == nil, let name = air.partner(of: round.parameters),
            neighbours.contains(where: { $0.name == name && $0.accessory.build != nil })
        {
            return nil
        }
        let lost = TWRMeasurement(peer: peer, failure: .rangingRxTimeout, slotIndex: 2)
        switch recordedRanging.outcome(of: round, toldTo: told?.name) {
        case .unknown: return told.map { recordedRanging.isSilent($0.name) } == true ? lost : nil
        case .lost: return lost
        case .measured(var measurement):
            measurement.peer = .short(peer)
            return told?.isSilenced == true ? lost : measurement
        }
    }

    /// Returns the kit's measurement of a round; nil without an answer.
    private mutating func measure(_ round: SimulatedKit.Round, _ peer: ShortMACAddress) -> TWRMeasurement? {
        guard let name = air.partner(of: round.parameters),
            let index = index(of: name), neighbours[index].joinsRound(at: round.instant)
        else { return nil }
        let truth = world.distance(to: name, at: round.instant) ?? model.restingDistance(of: name)
        switch neighbours[index].measure(truth, through: model.ranging, at: round.instant) {
        case .lost: return nil
        case .measured(let centimetres, let isFree):
            var measurement = TWRMeasurement(
                peer: peer, distance: .millimetres(Int32(clamping: centimetres * 10)),
                lineOfSight: isFree ? .free : .blocked, rawRSSI: 156)
            if let angles = model.angles {
                let direction = world.direction(of: name, resting: model.restingDirection, at: round.instant)
                (measurement.azimuth, measurement.elevation) = angles.measure(
                    direction, isFree: isFree, using: &neighbours[index].noise)
            }
            return measurement
        }
    }

    private mutating func change(
        _ name: AccessoryName, at now: Instant, _ body: (inout any PlayedAccessory) -> [SimulatedAccessoryEffect]
    ) -> [EnvironmentOutput] {
        guard let index = index(of: name) else { return [] }
        var outputs: [EnvironmentOutput] = []
        for effect in body(&neighbours[index].accessory) {
            switch effect {
            case .frame(let bytes): outputs.append(.frame(name, bytes))
            case .hangUp: outputs.append(.hangUp(name))
            case .loseLink: outputs.append(.loseLink(name))
            case .advertise(let content): outputs.append(.advertise(name, content))
            case .stopAdvertising: outputs.append(.stopAdvertising(name))
            case .requestSecurity: outputs.append(.requestSecurity(name))
            case .requestParameters(let wanted): outputs.append(.requestParameters(name, wanted))
            case .console(let line): outputs.append(.console(name, line))
            case .range(let sessions): air.set(name, sessions)
            case .endRanging(let session): outputs += kit.stopInBand(session, at: now).map { .kit($0) }
            }
        }
        return outputs
    }
}
