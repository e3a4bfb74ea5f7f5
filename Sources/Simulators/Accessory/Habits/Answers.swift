import Ground
import NearbyInteraction

/// The accessory's notifications, each with its delay after the message it answers.
struct Answers: Sendable {
    struct Answer: Hashable, Sendable {
        let bytes: [UInt8]
        let delay: Lapse
    }

    static let slowConfiguration = Lapse.seconds(3)
    /// The time taken by a stop that blocks the firmware.
    static let blockingStop = Lapse.seconds(4)
    /// The time taken by a stop during which the firmware loses incoming messages.
    static let carelessStop = Lapse.milliseconds(30)
    /// The time from the start of ranging to the false report that it stopped.
    static let falseStop = Lapse.milliseconds(500)

    let model: AccessoryBuild
    private var ids: MessageIdentifiers {
        model.has(.answersWithSampleIDs) ? .appleSample : model.profile.identifiers
    }

    /// The answer to any write before the firmware parses it.
    func echo(of bytes: [UInt8]) -> [Answer] {
        model.has(.echoesWrites) ? [Answer(bytes: bytes, delay: .zero)] : []
    }

    func subscription() -> [Answer] {
        model.has(.sendsInitialize) ? [after(model.answerDelay, PhoneMessage.initialize.encoded(using: ids))] : []
    }

    func configuration(_ payload: [UInt8]) -> [Answer] {
        let delay = model.has(.slowConfiguration) ? Self.slowConfiguration : model.answerDelay
        let message = after(delay, AccessoryMessage.accessoryConfigurationData(payload).encoded(using: ids))
        if model.has(.ignoresInitialize) { return [] }
        if model.has(.emptyAnswer) { return [after(delay, [])] }
        return model.has(.answersTwice) ? [message, message] : [message]
    }

    func start() -> [Answer] {
        let started = after(model.startDelay, AccessoryMessage.uwbDidStart.encoded(using: ids))
        var answers = model.has(.rangesUnannounced) ? [] : [started]
        if model.has(.didStartTwice) { answers.append(started) }
        if model.has(.saysStoppedUnasked) {
            answers.append(after(Self.falseStop, AccessoryMessage.uwbDidStop.encoded(using: ids)))
        }
        return answers
    }

    func stop(whileRanging: Bool) -> [Answer] {
        if model.has(.ignoresStop) || (model.has(.ignoresIdleStop) && !whileRanging) { return [] }
        return [after(stopDelay(whileRanging: whileRanging), AccessoryMessage.uwbDidStop.encoded(using: ids))]
    }

    func stopDelay(whileRanging: Bool) -> Lapse {
        if model.has(.blocksOnStop), whileRanging { return Self.blockingStop }
        return model.has(.losesBackToBackWrites) ? Self.carelessStop : model.answerDelay
    }

    func unknown(_ id: UInt8, _ android: @autoclosure () -> [UInt8]) -> [Answer] {
        if id == Self.androidInitialize, model.has(.answersAndroidInitialize) {
            let message = AccessoryMessage.accessoryConfigurationData(android())
            return [after(model.answerDelay, message.encoded(using: ids))]
        }
        return model.has(.answersUnknownMessages) ? [after(model.answerDelay, [0xFF, id])] : []
    }

    /// NXP's initialize for Android phones (nearby-interaction.md 2.1).
    static let androidInitialize: UInt8 = 0xA5

    func after(_ delay: Lapse, _ bytes: [UInt8]) -> Answer { Answer(bytes: bytes, delay: delay) }
}

/// Selects the phone's messages that never reach the firmware; none if the accessory is healthy.
struct MessageFilter: Sendable {
    /// The time after each connection during which a late-booting firmware receives nothing.
    static let bootTime = Lapse.milliseconds(500)
    /// The number of times a leaking firmware can be initialized.
    static let leakLimit = 20

    private let model: AccessoryBuild
    private var connectedAt = Instant.start
    private var deafUntil = Instant.start
    private var isDeafAfterPairing = false
    private var initializations = 0

    init(model: AccessoryBuild) { self.model = model }

    mutating func connected(at now: Instant) {
        connectedAt = now
        isDeafAfterPairing = false
    }

    mutating func paired() { isDeafAfterPairing = model.has(.deafAfterPairing) }

    /// Records that the firmware is busy with a stop until an instant.
    mutating func stopping(until instant: Instant) {
        if model.has(.losesBackToBackWrites) { deafUntil = instant }
    }

    mutating func loses(_ bytes: [UInt8], isRanging: Bool, at now: Instant) -> Bool {
        if isDeafAfterPairing || now < deafUntil { return true }
        if model.has(.bootLateNeedsDelay), now < connectedAt + Self.bootTime { return true }
        if model.has(.rejectsTrailingBytes), bytes.count > 1, [ids.initialize, ids.stop].contains(bytes[0]) {
            return true
        }
        guard bytes.first == ids.initialize else { return hasLeaked }
        initializations += 1
        return hasLeaked || (model.has(.ignoresInitializeWhileRanging) && isRanging)
    }

    private var ids: MessageIdentifiers { model.profile.identifiers }

    private var hasLeaked: Bool { model.has(.leaksOnRepeat) && initializations > Self.leakLimit }
}

/// The value of the characteristic for background sessions: the payload of the latest configuration data.
struct BackgroundData: Sendable {
    /// The number of bytes that NXP's demo zeroes when ranging starts.
    static let zeroedLength = 48

    private let model: AccessoryBuild
    private var wasInitialized = false

    init(model: AccessoryBuild) { self.model = model }

    /// Returns the new value after initialize; nil if it is unchanged.
    mutating func initialized(_ payload: [UInt8]) -> [UInt8]? {
        defer { wasInitialized = true }
        return model.has(.staleBackgroundConfiguration) && wasInitialized ? nil : payload
    }

    /// Returns the new value when ranging starts; nil if it is unchanged.
    func started() -> [UInt8]? {
        model.has(.zeroesBackgroundConfiguration) ? [UInt8](repeating: 0, count: Self.zeroedLength) : nil
    }
}
