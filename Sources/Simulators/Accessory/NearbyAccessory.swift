import Ground
import Links
import NearbyInteraction
import UWB

/// The accessory's side of the data channel, following the public firmwares.
///
/// *initialize* is answered with configuration data under a new random address; *configureAndStart* starts ranging,
/// and *stop* ends it; malformed or early messages are dropped without an answer, because the protocol has no error
/// message (nearby-interaction.md, sections 2.2 and 2.4). Each aspect that can be defective is a separate value; that
/// of a healthy accessory lets everything through.
struct NearbyAccessory: Sendable {
    enum Effect: Hashable, Sendable {
        /// A notification, after a delay.
        case send([UInt8], after: Lapse)
        /// These sessions range from now on, and no others.
        case range([RangingParameters])
        /// The new value of the characteristic for background sessions.
        case publish([UInt8])
        /// The firmware answers nothing for a while.
        case block(Lapse)
        case hangUp(after: Lapse)
        case reset
        case console(AccessoryConsole.Event)
    }

    private enum State: Sendable {
        case fresh
        case initialized(AccessoryConfigurationData)
        case ranging(AccessoryConfigurationData)
    }

    /// The time NXP's demo needs to boot its UWB chip when a phone connects; messages in that time are answered
    /// later.
    private static let chipBoot = Lapse.milliseconds(60)
    /// The address of a maker who gave every unit the same one (nearby-interaction.md 3.4).
    private static let commonAddress = ShortAddress(rawValue: 0xAAAA)

    private let model: AccessoryBuild
    private let writer: ConfigurationWriter
    private let reader: ShareableReader
    private let answers: Answers
    private let zones: ZoneListener
    private var sessions: SessionRunner
    private var hearing: MessageFilter
    private var breakdowns: FailureTriggers
    private var background: BackgroundData
    private var state = State.fresh
    private var firstAddress: ShortAddress?
    /// The address of an accessory that never changes it.
    private var constantAddress: ShortAddress?
    /// The time until which the firmware is busy: earlier messages are answered after it.
    private var busyUntil = Instant.start
    private var generator: SeededGenerator

    init(model: AccessoryBuild, generator: SeededGenerator) {
        self.model = model
        self.generator = generator
        writer = ConfigurationWriter(model: model)
        reader = ShareableReader(model: model)
        answers = Answers(model: model)
        zones = ZoneListener(model: model)
        sessions = SessionRunner(model: model)
        hearing = MessageFilter(model: model)
        breakdowns = FailureTriggers(model: model)
        background = BackgroundData(model: model)
    }

    // MARK: Power and link

    /// Boots the firmware; its memory is lost.
    mutating func boot() -> [Effect] {
        state = .fresh
        firstAddress = nil
        sessions = SessionRunner(model: model)
        hearing = MessageFilter(model: model)
        background = BackgroundData(model: model)
        let payload = writer.bytes(of: writer.configuration(at: makeAddress()), whileRanging: false)
        return [.range([]), .publish(payload)]
    }

    /// Records that power returned, which also makes it forget that it reset itself.
    mutating func powered() { breakdowns = FailureTriggers(model: model) }

    mutating func connected(at now: Instant) -> [Effect] {
        hearing.connected(at: now)
        busyUntil = model.variant == .nxp ? now + Self.chipBoot : now
        return [.console(.connected)]
    }

    func subscribed(at now: Instant) -> [Effect] { send(answers.subscription(), at: now) }

    /// Records that the phone paired for the first time; Qorvo's firmware reports this on the data channel.
    mutating func paired() -> [Effect] {
        hearing.paired()
        let word = Effect.send(
            AccessoryMessage.accessoryPaired.encoded(using: model.profile.identifiers), after: model.answerDelay)
        return [.console(.paired)] + (model.variant == .qorvo ? [word] : [])
    }

    mutating func disconnected() -> [Effect] {
        state = .fresh
        return end(.linkLost) + [.console(.disconnected)]
    }

    // MARK: Messages

    /// Receives a write of the phone on the data channel.
    mutating func receive(_ bytes: [UInt8], isSubscribed: Bool, at now: Instant) -> [Effect] {
        switch breakdowns.breakdown(on: bytes, isSubscribed: isSubscribed) {
        case .hangUp: return [.hangUp(after: .zero)]
        case .reset: return [.reset]
        case nil: break
        }
        let echo = answers.echo(of: bytes).map { Effect.send($0.bytes, after: $0.delay) }
        guard !hearing.loses(bytes, isRanging: isRanging, at: now) else { return echo }
        if let (zone, isInside, answers) = zones.answers(to: bytes) {
            return echo + [.console(.zone(zone, isInside: isInside))] + send(answers, at: now)
        }
        guard let message = try? PhoneMessage(decoding: bytes, using: model.profile.identifiers) else { return echo }
        switch message {
        case .initialize: return echo + initialize(at: now)
        case .configureAndStart(let payload): return echo + configureAndStart(payload, at: now)
        case .stop: return echo + stop(at: now)
        case .getDeviceStructure where model.variant == .qorvo: return echo + describe()
        case .getDeviceStructure, .setDeviceStructure, .other: return echo + ignore(bytes[0], at: now)
        }
    }

    private mutating func initialize(at now: Instant) -> [Effect] {
        let wasRanging = isRanging
        let ended = end(.initialize)
        let configuration = writer.configuration(at: makeAddress())
        let payload = writer.bytes(of: configuration, whileRanging: wasRanging)
        firstAddress = firstAddress ?? configuration.address
        state = sessions.running.isEmpty ? .initialized(configuration) : .ranging(configuration)
        let published = background.initialized(payload).map { Effect.publish($0) }
        let told = send(answers.configuration(payload), at: now)
        return ended + [published].compactMap(\.self) + told + [.console(.initialized(configuration.address))]
    }

    private mutating func configureAndStart(_ payload: [UInt8], at now: Instant) -> [Effect] {
        let known: AccessoryConfigurationData
        switch state {
        case .fresh: return [.console(.dropped(payload.count))]
        case .initialized(let configuration), .ranging(let configuration): known = configuration
        }
        var used = known
        if model.has(.staleAddress), let firstAddress { used.address = firstAddress }
        guard let parameters = reader.parameters(of: payload, for: used) else {
            return [.console(.dropped(payload.count))]
        }
        let before = sessions.running
        guard sessions.begin(parameters, isSecond: isRanging) else {
            if sessions.running.isEmpty { state = .initialized(known) }
            return before == sessions.running ? [] : [.range(sessions.running)]
        }
        state = .ranging(known)
        let published = background.started().map { Effect.publish($0) }
        let complaint: [Effect] = model.has(.consoleErrors) ? [.console(.complaint)] : []
        let end: [Effect] = model.has(.hangsUpWhileRanging) ? [.hangUp(after: .milliseconds(800))] : []
        let told = send(answers.start(), at: now)
        busyUntil = max(busyUntil, now) + model.startDelay
        let started = AccessoryConsole.Event.started(session: parameters.sessionID)
        let word = model.has(.printsStoppedAtStart) ? .stopped : started
        return [.range(sessions.running), .console(word)] + complaint
            + [published].compactMap(\.self) + told + end
    }

    private mutating func stop(at now: Instant) -> [Effect] {
        let wasRanging = isRanging
        let ended = end(.stop)
        if model.habits.contains(.wantsFullFlow) {
            state = .fresh
        } else if case .ranging(let configuration) = state {
            state = .initialized(configuration)
        }
        hearing.stopping(until: max(busyUntil, now) + answers.stopDelay(whileRanging: wasRanging))
        let block: [Effect] = model.has(.blocksOnStop) && wasRanging ? [.block(Answers.blockingStop)] : []
        return ended + [.console(.stopped)] + block + send(answers.stop(whileRanging: wasRanging), at: now)
    }

    /// The structure is vendor-specific and unpublished; here it contains the chip's model.
    private func describe() -> [Effect] {
        var structure: [UInt8] = []
        structure.append(little: model.variant.chip.model)
        let message = AccessoryMessage.deviceStructure(structure)
        return [.send(message.encoded(using: model.profile.identifiers), after: model.answerDelay)]
    }

    private func ignore(_ id: UInt8, at now: Instant) -> [Effect] {
        let told = answers.unknown(id, writer.androidBytes(at: Self.commonAddress))
        return [.console(.ignored(id))] + send(told, at: now)
    }

    private var isRanging: Bool {
        if case .ranging = state { true } else { false }
    }

    private mutating func end(_ reason: SessionRunner.Reason) -> [Effect] {
        let before = sessions.running
        sessions.end(reason)
        return before == sessions.running ? [] : [.range(sessions.running)]
    }

    private func send(_ answers: [Answers.Answer], at now: Instant) -> [Effect] {
        let wait = max(busyUntil - now, .zero)
        return answers.map { .send($0.bytes, after: $0.delay + wait) }
    }

    private mutating func makeAddress() -> ShortAddress {
        if model.has(.broadcastAddress) { return ShortAddress(rawValue: 0xFFFF) }
        if model.has(.sharedAddress) { return Self.commonAddress }
        if let constantAddress { return constantAddress }
        while true {
            let address = ShortAddress(rawValue: UInt16(truncatingIfNeeded: generator.next()))
            guard address.isUsable else { continue }
            if model.habits.contains(.constantAddress) { constantAddress = address }
            return address
        }
    }
}
