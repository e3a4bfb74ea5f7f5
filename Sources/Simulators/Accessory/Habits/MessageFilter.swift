import Ground
import NearbyInteraction

/// Which messages of the phone never reach an accessory's firmware: none, while it is healthy.
struct MessageFilter: Sendable {
    /// How long a firmware that boots late is deaf after each connection.
    static let bootTime = Span.milliseconds(500)
    /// How many times a firmware that leaks can be initialized.
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

    /// The firmware is busy with a stop until an instant.
    mutating func stopping(until instant: Instant) {
        if model.has(.losesBackToBackWrites) { deafUntil = instant }
    }

    mutating func loses(_ bytes: [UInt8], isRanging: Bool, at now: Instant) -> Bool {
        if isDeafAfterPairing || now < deafUntil { return true }
        if model.has(.bootLateNeedsDelay), now < connectedAt + Self.bootTime { return true }
        if model.has(.rejectsTrailingBytes), bytes.count > 1, Self.withoutPayload.contains(bytes[0]) { return true }
        guard bytes.first == MessageIdentifiers.appleSample.initialize else { return hasLeaked }
        initializations += 1
        return hasLeaked || (model.has(.ignoresInitializeWhileRanging) && isRanging)
    }

    private static let withoutPayload = [
        MessageIdentifiers.appleSample.initialize, MessageIdentifiers.appleSample.stop,
    ]

    private var hasLeaked: Bool { model.has(.leaksOnRepeat) && initializations > Self.leakLimit }
}
