import GATT
public import Ground
public import Links
import NearbyInteraction
import UWB

/// An accessory in bytes and instants: the data channel over its transport, and the Nearby Interaction firmware.
///
/// Its owner handles its bytes, its advertisements and its pairing. On the network it has neither advertisements nor
/// pairing: it listens when it would otherwise advertise. It does not advertise while a phone is connected; when the
/// link ends, and after booting, it reports when it advertises again.
public struct SimulatedAccessory: Sendable {
    private enum Due: Sendable {
        case notify([UInt8])
        case hangUp
        case requestParameters(RequestedParameters)
        case boot
        case advertise
        case unblock
        case report(DistanceReporter.Telling.What)
    }

    private enum Radio: Hashable, Sendable {
        /// It is booting, was silenced, or is defective.
        case silent
        case advertising
        case connected
    }

    /// The most PDUs that wait for a blocked firmware; further ones are lost.
    private static let waitingLimit = 64

    public let model: AccessoryBuild
    private var carrier: AccessoryCarrier
    private var firmware: NearbyAccessory
    private var habits: RadioBehavior
    private var bond: BondBehavior
    private var quality: RangingQuality
    private var reporter: DistanceReporter
    private let console: AccessoryConsole
    private var agenda = Agenda<Due>()
    private var radio: Radio
    /// PDUs received while the firmware is blocked; nil while it is not.
    private var waiting: [[UInt8]]?
    /// Whether its firmware is running: false from a reset until it has booted.
    private(set) var isOn = true

    /// Creates an accessory that has booted and advertises.
    public init(model: AccessoryBuild, generator: SeededGenerator) {
        self.model = model
        carrier = AccessoryCarrier(model: model)
        firmware = NearbyAccessory(model: model, generator: generator)
        habits = RadioBehavior(model: model)
        bond = BondBehavior(model: model)
        quality = RangingQuality(model: model)
        reporter = DistanceReporter(model: model)
        console = AccessoryConsole(variant: model.variant)
        radio = habits.content == nil ? .silent : .advertising
        _ = carryOut(firmware.boot(), at: .start)
    }

    public var deadline: Instant? {
        [agenda.next, radio == .connected ? carrier.deadline : nil].compactMap(\.self).min()
    }

    // MARK: Radio

    /// The advertised content; nil while it does not advertise.
    public var advertisement: AdvertisedContent? { radio == .advertising ? habits.content : nil }
    /// Whether it has a key of the phone and would use it.
    public var keepsBond: Bool { bond.keepsBond }
    /// Whether it would pair with the phone now.
    public var acceptsPairing: Bool { bond.acceptsPairing }

    public mutating func connected(at now: Instant) -> [SimulatedAccessoryEffect] {
        let begun = carrier.connected(isBonded: bond.keepsBond)
        agenda.removeAll(where: Self.belongsToTheLink)
        radio = .connected
        if !model.isOnNetwork, let wish = habits.wish {
            agenda.add(.requestParameters(wish.parameters), at: now + wish.delay)
        }
        let effects = carryOut(firmware.connected(at: now), at: now) + carryOut(begun, at: now)
        return effects + (model.has(.hangsUpOnConnection) ? [.hangUp] : [])
            + (bond.asksForPairing && !model.isOnNetwork ? [.requestSecurity] : [])
    }

    /// Records the end of the link, from either side.
    public mutating func disconnected(at now: Instant) -> [SimulatedAccessoryEffect] {
        guard radio == .connected else { return [] }
        leaveLink()
        let effects = carryOut(firmware.disconnected(), at: now)
        guard let delay = habits.returnDelay() else { return effects }
        guard delay == .zero else {
            agenda.add(.advertise, at: now + delay)
            return effects
        }
        return effects + advertise()
    }

    /// Records that the link was encrypted, or no longer is; `isBonded` is whether a key of an earlier connection was
    /// used.
    public mutating func encryptionChanged(
        isEncrypted: Bool, isBonded: Bool, at now: Instant
    ) -> [SimulatedAccessoryEffect] {
        carrier.encryptionChanged(isEncrypted: isEncrypted)
        guard isEncrypted else { return [] }
        bond.encrypted()
        return isBonded ? [] : carryOut(firmware.paired(), at: now)
    }

    /// Cuts its power, or resets it to factory settings.
    public mutating func power(_ act: PowerAct, at now: Instant) -> [SimulatedAccessoryEffect] {
        bond.powered(act)
        if act == .factoryReset { quality.wasReset() }
        firmware.powered()
        return reset(at: now)
    }

    // MARK: Link

    /// Receives an ATT PDU of the phone, or bytes of the connection.
    public mutating func receive(_ frame: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        guard radio == .connected, !model.has(.ignoresRequests) else { return [] }
        if !model.isOnNetwork, model.has(.hangsOnLongWrite), frame.first == ATTOpcode.prepareWriteRequest.rawValue {
            return []
        }
        if let held = waiting {
            if held.count < Self.waitingLimit { waiting?.append(frame) }
            return []
        }
        return carryOut(carrier.receive(frame, at: now), at: now)
    }

    public mutating func advance(to now: Instant) -> [SimulatedAccessoryEffect] {
        var effects = radio == .connected ? carryOut(carrier.advance(to: now), at: now) : []
        while let (_, due) = agenda.popDue(at: now) {
            switch due {
            case .hangUp: effects.append(.hangUp)
            case .notify(let message): effects += tell(message, at: now)
            case .requestParameters(let wanted): effects.append(.requestParameters(wanted))
            case .boot:
                isOn = true
                let version = carrier.booted().map { [SimulatedAccessoryEffect.console(AccessoryConsole.banner($0))] }
                effects += [.console(console.line(.booted))] + (version ?? []) + advertise()
            case .advertise: effects += advertise()
            case .unblock: effects += unblock(at: now)
            case .report(.line(let event)): effects.append(.console(console.line(event)))
            case .report(.message(let message)): effects += tell(message, at: now)
            }
        }
        return effects
    }

    /// Receives bytes that the rig wrote to its serial console.
    public mutating func receive(typed bytes: [UInt8]) -> [SimulatedAccessoryEffect] {
        guard isOn else { return [] }
        return carrier.receive(typed: bytes).map { .console($0) }
    }

    // MARK: Ranging

    /// Whether it answers in the ranging round that begins.
    mutating func joinsRound(using generator: inout SeededGenerator) -> Bool { quality.joins(using: &generator) }

    mutating func roundEnded(_ measured: WorldModel.Outcome, at now: Instant) {
        quality.roundEnded(isHeard: measured != .lost)
        plan(reporter.roundEnded(measured), at: now)
    }

    private mutating func plan(_ tellings: [DistanceReporter.Telling], at now: Instant) {
        for telling in tellings { agenda.add(.report(telling.what), at: now + telling.delay) }
    }

    /// Returns the ranging model adapted to this accessory.
    func bend(_ ranging: WorldModel) -> WorldModel { quality.bend(ranging) }

    // MARK: Parts

    private mutating func advertise() -> [SimulatedAccessoryEffect] {
        guard radio == .silent, waiting == nil, let content = habits.content else { return [] }
        radio = .advertising
        return [.advertise(content)]
    }

    private mutating func leaveLink() {
        radio = .silent
        bond.linkEnded()
        quality.linkEnded()
        carrier.linkLost()
        agenda.removeAll(where: Self.belongsToTheLink)
        if waiting != nil { waiting = [] }
    }

    /// Clears its memory; it advertises again after booting.
    private mutating func reset(at now: Instant) -> [SimulatedAccessoryEffect] {
        var effects: [SimulatedAccessoryEffect] = []
        switch radio {
        case .silent: break
        case .advertising: effects.append(.stopAdvertising)
        case .connected: effects.append(.loseLink)
        }
        leaveLink()
        agenda = Agenda()
        (waiting, isOn) = (nil, false)
        habits = RadioBehavior(model: model)
        agenda.add(.boot, at: now + RadioBehavior.bootTime)
        return effects + carryOut(firmware.boot(), at: now)
    }

    private mutating func unblock(at now: Instant) -> [SimulatedAccessoryEffect] {
        let held = waiting ?? []
        waiting = nil
        var effects: [SimulatedAccessoryEffect] = []
        for frame in held { effects += receive(frame, at: now) }
        return effects + advertise()
    }

    private mutating func tell(_ message: [UInt8], at now: Instant) -> [SimulatedAccessoryEffect] {
        guard radio == .connected else { return [] }
        return carryOut(carrier.tell(message, at: now), at: now)
    }

    private mutating func carryOut(_ effects: [AccessoryCarrier.Effect], at now: Instant) -> [SimulatedAccessoryEffect]
    {
        var result: [SimulatedAccessoryEffect] = []
        for effect in effects {
            switch effect {
            case .send(let bytes): result.append(.frame(bytes))
            case .message(let message):
                result += carryOut(firmware.receive(message, isSubscribed: carrier.isSubscribed, at: now), at: now)
            case .subscribed: result += carryOut(firmware.subscribed(at: now), at: now)
            case .unsent(let count): result.append(.console(console.line(.unsent(count))))
            case .hangUp: result.append(.hangUp)
            }
        }
        return result
    }

    private mutating func carryOut(_ effects: [NearbyAccessory.Effect], at now: Instant) -> [SimulatedAccessoryEffect] {
        var result: [SimulatedAccessoryEffect] = []
        for effect in effects {
            switch effect {
            case .send(let message, let delay): agenda.add(.notify(message), at: now + delay)
            case .hangUp(let delay): agenda.add(.hangUp, at: now + delay)
            case .publish(let value): carrier.publish(value)
            case .range(let sessions):
                quality.sessionsChanged()
                plan(reporter.ranges(sessions.map(\.sessionID)), at: now)
                result.append(.range(sessions))
            case .block(let span):
                waiting = waiting ?? []
                agenda.add(.unblock, at: now + span)
            case .console(let event): result.append(.console(console.line(event)))
            case .reset: result += reset(at: now)
            }
        }
        return result
    }

    private static func belongsToTheLink(_ due: Due) -> Bool {
        switch due {
        case .notify, .hangUp, .requestParameters: true
        case .boot, .advertise, .unblock, .report: false
        }
    }
}
