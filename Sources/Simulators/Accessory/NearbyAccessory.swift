import Ground
import NearbyInteraction

/// The accessory's side of the data channel, as the public firmwares behave.
///
/// *initialize* is answered with configuration data under a new random address; *configureAndStart* starts ranging,
/// and *stop* ends it; what is malformed or comes too early is dropped without an answer, for the protocol has no
/// error message (nearby-interaction.md, sections 2.2 and 2.4).
struct NearbyAccessory: Sendable {
    enum Effect: Hashable, Sendable {
        /// A notification, after a delay.
        case send([UInt8], after: Span)
        case startRanging(AccessoryConfigurationData, ShareableConfigurationData)
        case stopRanging
        case hangUp(after: Span)
    }

    private enum State: Sendable {
        case fresh
        case initialized(AccessoryConfigurationData)
        case ranging(AccessoryConfigurationData)
    }

    private let model: AccessoryModel
    private var state = State.fresh
    private var generator: SeededGenerator

    init(model: AccessoryModel, generator: SeededGenerator) {
        self.model = model
        self.generator = generator
    }

    mutating func receive(_ bytes: [UInt8]) -> [Effect] {
        let echo: [Effect] = model.faults.contains(.echoesWrites) ? [.send(bytes, after: .zero)] : []
        guard let message = try? PhoneMessage(decoding: bytes) else { return echo }
        switch message {
        case .initialize: return echo + initialize()
        case .configureAndStart(let payload): return echo + configureAndStart(payload)
        case .stop: return echo + stop()
        case .getDeviceStructure, .setDeviceStructure, .other: return echo
        }
    }

    mutating func disconnected() -> [Effect] {
        let wasRanging = isRanging
        state = .fresh
        return wasRanging ? [.stopRanging] : []
    }

    private var isRanging: Bool {
        if case .ranging = state { true } else { false }
    }

    private mutating func initialize() -> [Effect] {
        if model.faults.contains(.hangsUpOnInitialize) { return [.hangUp(after: .zero)] }
        let stopped: [Effect] = isRanging ? [.stopRanging] : []
        let configuration = AccessoryConfigurationData(
            version: model.version, role: model.role, address: randomAddress(), manufacturer: 0x0003_F53F,
            model: 3000, middleware: 0x0101_0000, clockDriftPPM: 25)
        state = .initialized(configuration)
        return stopped + answers(to: configuration).map { .send($0, after: model.answerDelay) }
    }

    private func answers(to configuration: AccessoryConfigurationData) -> [[UInt8]] {
        let answer = AccessoryMessage.accessoryConfigurationData(configuration.encoded).encoded()
        if model.faults.contains(.ignoresInitialize) { return [] }
        if model.faults.contains(.emptyAnswer) { return [[]] }
        if model.faults.contains(.shortConfiguration) { return [answer.dropLast()] }
        if model.faults.contains(.longConfiguration) { return [answer + [0]] }
        return model.faults.contains(.answersTwice) ? [answer, answer] : [answer]
    }

    private mutating func configureAndStart(_ payload: [UInt8]) -> [Effect] {
        if model.faults.contains(.hangsUpOnConfigureAndStart) { return [.hangUp(after: .zero)] }
        let configuration: AccessoryConfigurationData
        let stopped: [Effect]
        switch state {
        case .fresh: return []
        case .initialized(let known): (configuration, stopped) = (known, [])
        case .ranging(let known): (configuration, stopped) = (known, [.stopRanging])
        }
        guard let shareable = try? ShareableConfigurationData(decoding: payload),
            !model.faults.contains(.neverStarts)
        else { return [] }
        state = .ranging(configuration)
        let started = AccessoryMessage.uwbDidStart.encoded()
        let silent = model.faults.contains(.saysItStarts)
        let begin: [Effect] = silent ? [] : [.startRanging(configuration, shareable)]
        let end: [Effect] = model.faults.contains(.hangsUpWhileRanging) ? [.hangUp(after: .milliseconds(800))] : []
        return stopped + begin + [.send(started, after: model.startDelay)] + end
    }

    private mutating func stop() -> [Effect] {
        if model.faults.contains(.hangsUpOnStop) { return [.hangUp(after: .zero)] }
        let stopped: [Effect] = isRanging ? [.stopRanging] : []
        if case .ranging(let configuration) = state { state = .initialized(configuration) }
        guard !model.faults.contains(.ignoresStop) else { return stopped }
        return stopped + [.send(AccessoryMessage.uwbDidStop.encoded(), after: model.answerDelay)]
    }

    private mutating func randomAddress() -> ShortAddress {
        while true {
            let address = ShortAddress(rawValue: UInt16(truncatingIfNeeded: generator.next()))
            if address.isUsable { return address }
        }
    }
}
