import Ground
import NearbyInteraction

/// Answers that may still come on this link. An answer can cross the next message on its way, which is no fault.
struct OutstandingReplies: Hashable, Sendable {
    /// The author of an initialize: the app, which runs a session with the answer, or the scenario, without the app.
    enum Asker: Hashable, Sendable {
        case app
        case scenario
    }

    /// More than a scenario writes without an answer; the oldest are dropped.
    static let limit = 1_000

    /// An initialize, with the number of stops written before it.
    private struct Initialize: Hashable, Sendable {
        let asker: Asker
        let stopsBefore: Int
        let at: Instant
        /// Whether notifications were enabled: an earlier answer is not received.
        let isHeard: Bool
    }

    private var initializes: [Initialize] = []
    private var stopsWritten = 0
    /// The number of stops that were answered, or whose answer is no longer awaited.
    private var stopsSettled = 0
    private(set) var starts = 0
    /// The number of unanswered stops since the accessory was last configured.
    private(set) var stops = 0
    /// The number of unanswered stops before that: their answers are unrelated to the present ranging.
    private(set) var staleStops = 0

    var hasStops: Bool { stops + staleStops > 0 }

    /// The index of the initialize that is answered: the oldest that can be heard and is not overdue, or else the
    /// oldest. Skipped ones may still be answered, but must not be waited for.
    private func answered(at now: Instant, within limit: Lapse) -> Int? {
        initializes.firstIndex { $0.isHeard && now - $0.at <= limit } ?? initializes.indices.first
    }

    /// Whether a stop that left before the initialize now answered is still unanswered.
    func hasStopBeforeInitialize(at now: Instant, within limit: Lapse) -> Bool {
        answered(at: now, within: limit).map { initializes[$0].stopsBefore > stopsSettled } ?? false
    }

    /// Records a message that left.
    mutating func note(
        _ bytes: [UInt8], by asker: Asker, isHeard: Bool, at now: Instant, using identifiers: MessageIdentifiers
    ) {
        guard let message = try? PhoneMessage(decoding: bytes, using: identifiers) else { return }
        switch message {
        case .initialize:
            if initializes.count == Self.limit { initializes.removeFirst() }
            initializes.append(Initialize(asker: asker, stopsBefore: stopsWritten, at: now, isHeard: isHeard))
        case .configureAndStart(let payload):
            guard Self.isAnswered(payload) else { return }
            starts += 1
            staleStops += stops
            stops = 0
        case .stop:
            stops += 1
            stopsWritten += 1
        case .getDeviceStructure, .setDeviceStructure, .other:
            break
        }
    }

    /// Whether a conforming accessory may start on this shareable configuration data.
    ///
    /// Bytes after the end given by the length byte may be ignored (nearby-interaction.md, section 2.1).
    static func isAnswered(_ payload: [UInt8]) -> Bool {
        let whole = payload.count > 4 ? Array(payload.prefix(5 + Int(payload[4]))) : payload
        guard let data = try? ShareableConfigurationData(decoding: whole) else { return false }
        return !data.findings().contains { $0.weight == .fault }
    }

    /// Records that a message of this kind was refused, so that the newest one will not be answered.
    mutating func withdraw(_ kind: MessageKind) {
        switch kind {
        case .initialize:
            if !initializes.isEmpty { initializes.removeLast() }
        case .shareableConfiguration:
            starts = max(0, starts - 1)
        case .stop where stops > 0:
            stops -= 1
            stopsWritten -= 1
            stopsSettled = min(stopsSettled, stopsWritten)
        case .stop, .configuration, .didStart, .didStop, .paired, .deviceStructure, .notification, .token, .distance,
            .other:
            break
        }
    }

    mutating func takeConfiguration(at now: Instant, within limit: Lapse) -> Asker? {
        answered(at: now, within: limit).map { initializes.remove(at: $0).asker }
    }

    /// Stops waiting for answers to the stops written so far; they may still come.
    mutating func settleStops() { stopsSettled = stopsWritten }

    mutating func takeStart() -> Bool {
        guard starts > 0 else { return false }
        starts -= 1
        return true
    }

    /// Returns the age of the stop that an answer belongs to; nil if there is none.
    mutating func takeStop() -> StopAge? {
        if hasStops, stopsSettled < stopsWritten { stopsSettled += 1 }
        if staleStops > 0 {
            staleStops -= 1
            return .stale
        }
        guard stops > 0 else { return nil }
        stops -= 1
        return .current
    }

    enum StopAge: Hashable, Sendable {
        case stale
        case current
    }
}
