import Ground
import Links
import NearbyInteraction

/// An accessory's use of its Bluetooth radio when it boots, is connected to and loses the link.
struct RadioBehavior: Sendable {
    /// The time from power to the first advertisement.
    static let bootTime = Lapse.milliseconds(400)
    static let slowReturn = Lapse.seconds(8)
    /// The number of links that a firmware serves if it never frees a slot.
    static let slots = 10

    private let model: AccessoryBuild
    private var endedLinks = 0

    init(model: AccessoryBuild) { self.model = model }

    /// The advertised content; nil if it never advertises.
    var content: AdvertisedContent? {
        guard !model.has(.doesNotAdvertise) else { return nil }
        let other: DataChannelProfile =
            model.profile.service == DataChannelProfile.qorvoQNIS.service ? .nordicUART : .qorvoQNIS
        let service = model.has(.advertisesWrongService) ? other.service : model.profile.service
        return AdvertisedContent(
            name: model.advertisedName, services: model.has(.advertisesNoService) ? [] : [service],
            interval: model.variant.advertisingInterval)
    }

    /// Returns the time from the end of a link to the next advertisement; nil if there is none.
    mutating func returnDelay() -> Lapse? {
        endedLinks += 1
        if model.has(.stopsAdvertisingAfterDisconnect) { return nil }
        if model.has(.connectionStormSlotLeak), endedLinks >= Self.slots { return nil }
        return model.has(.slowToAdvertise) ? Self.slowReturn : .zero
    }

    /// The connection parameters it requests, with the delay after the connection; nil if it accepts any.
    var wish: (parameters: RequestedParameters, delay: Lapse)? {
        if model.habits.contains(.ownConnectionParameters) { return (.refused, .seconds(5)) }
        if model.has(.requestsBadConnectionParameters) { return (.refused, .seconds(1)) }
        return model.variant == .qorvo ? (.acceptable, .seconds(5)) : nil
    }
}

extension RequestedParameters {
    /// Within Apple's limits for accessories (nearby-interaction.md 1.4).
    static let acceptable = RequestedParameters(
        minimumInterval: .milliseconds(30), maximumInterval: .milliseconds(60), latency: 0,
        supervisionTimeout: .seconds(5))
    /// The actual request of Qorvo's firmware: 16 s of supervision are outside the limits.
    static let refused = RequestedParameters(
        minimumInterval: .milliseconds(25), maximumInterval: .milliseconds(250), latency: 6,
        supervisionTimeout: .seconds(16))
}

extension AccessoryVariant {
    var advertisingInterval: Lapse {
        switch self {
        case .qorvo: .milliseconds(200)
        case .nxp, .appleSample: .milliseconds(100)
        }
    }
}

/// An accessory's pairing: it pairs when asked, keeps the key, and pairs again with a phone that lost its key.
struct BondBehavior: Sendable {
    private let model: AccessoryBuild
    private var hasKey = false

    init(model: AccessoryBuild) { self.model = model }

    /// Whether it has a key of the phone and would use it.
    var keepsBond: Bool { hasKey }
    /// Whether it would pair with the phone now.
    var acceptsPairing: Bool {
        !model.has(.cannotPair) && !model.lacks.contains(.pairing) && !(model.has(.refusesPairingAgain) && hasKey)
    }
    var asksForPairing: Bool { (model.has(.asksForPairing) || model.lacks.contains(.guidelines)) && !hasKey }

    mutating func encrypted() { hasKey = true }
    mutating func linkEnded() { if model.has(.rejectsBondedReconnect) { hasKey = false } }

    mutating func powered(_ act: PowerAct) {
        switch act {
        case .cycle: if model.has(.losesBondOnReboot) { hasKey = false }
        case .factoryReset: hasKey = false
        }
    }
}

/// The triggers that make an accessory disconnect or reset; none of the phone's writes if it is healthy.
struct FailureTriggers: Sendable {
    enum Breakdown: Hashable, Sendable {
        case hangUp
        /// The watchdog fires: the radio falls silent, and the firmware boots.
        case reset
    }

    /// The buffer of NXP's task for one message, which is copied without a check (nearby-interaction.md 2.1).
    static let bufferSize = 50

    private let model: AccessoryBuild
    private var hasReset = false

    init(model: AccessoryBuild) { self.model = model }

    /// Returns the breakdown that a write triggers before the firmware parses it.
    mutating func breakdown(on bytes: [UInt8], isSubscribed: Bool) -> Breakdown? {
        let ids = model.profile.identifiers
        guard let id = bytes.first else { return model.has(.crashesOnEmptyWrite) ? .reset : nil }
        if model.has(.crashesOnLongWrite), bytes.count > Self.bufferSize { return .reset }
        if id == ids.initialize {
            if model.has(.crashesOnInitializeBeforeSubscription), !isSubscribed { return .reset }
            if model.has(.resetsOnFirstMessage), !hasReset {
                hasReset = true
                return .reset
            }
            return model.has(.hangsUpOnInitialize) ? .hangUp : nil
        }
        if id == ids.configureAndStart { return model.has(.hangsUpOnConfigureAndStart) ? .hangUp : nil }
        if id == ids.stop { return model.has(.hangsUpOnStop) ? .hangUp : nil }
        return nil
    }
}
