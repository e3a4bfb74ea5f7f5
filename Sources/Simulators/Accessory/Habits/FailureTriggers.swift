import Ground
import NearbyInteraction

/// What makes an accessory hang up or reset itself: nothing that the phone writes, while it is healthy.
struct FailureTriggers: Sendable {
    enum Breakdown: Hashable, Sendable {
        case hangUp
        /// The watchdog bites: the radio falls silent, and the firmware boots.
        case reset
    }

    /// The buffer of NXP's task for one message, which is copied without a check (fact sheet 2.1).
    static let bufferSize = 50

    private let model: AccessoryBuild
    private var hasReset = false

    init(model: AccessoryBuild) { self.model = model }

    /// What a write brings about before the firmware looks at it.
    mutating func breakdown(on bytes: [UInt8], isSubscribed: Bool) -> Breakdown? {
        let ids = MessageIdentifiers.appleSample
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
