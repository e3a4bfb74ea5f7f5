import Ground
import NearbyInteraction

/// Answers that may still come on this link. An answer can cross the next message on its way, and is no fault then.
struct OutstandingReplies: Hashable, Sendable {
    /// Who wrote an initialize: the app, which runs a session with what comes back, or the scenario past the app.
    enum Asker: Hashable, Sendable {
        case app
        case scenario
    }

    /// More than a scenario writes without an answer; older ones are forgotten.
    static let limit = 1_000

    /// An initialize, with the stops that had been written before it.
    private struct Initialize: Hashable, Sendable {
        let asker: Asker
        let stopsBefore: Int
        let at: Instant
        /// Whether notifications were on: an accessory that answers before that is not heard.
        let isHeard: Bool
    }

    private var initializes: [Initialize] = []
    private var stopsWritten = 0
    /// Stops that were answered, or whose answer is waited for no more.
    private var stopsSettled = 0
    private(set) var starts = 0
    /// Since the accessory was configured last.
    private(set) var stops = 0
    /// Of before: their answers say nothing about the ranging of now.
    private(set) var staleStops = 0

    var hasStops: Bool { stops + staleStops > 0 }

    /// Which initialize is answered: the oldest, save for those whose answer nobody hears, or that is overdue. Their
    /// answers may come yet, but must not be waited for.
    private func answered(at now: Instant, within limit: Span) -> Int? {
        initializes.firstIndex { $0.isHeard && now - $0.at <= limit } ?? initializes.indices.first
    }

    /// Whether a stop that went out before the initialize that is answered now still has to be answered.
    func hasStopBeforeInitialize(at now: Instant, within limit: Span) -> Bool {
        answered(at: now, within: limit).map { initializes[$0].stopsBefore > stopsSettled } ?? false
    }

    /// Notes a message that left.
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

    /// Whether an accessory that keeps the rules may start upon these shareable configuration data.
    ///
    /// Bytes behind the end that the length byte gives may be left alone (nearby-interaction.md, section 2.1).
    static func isAnswered(_ payload: [UInt8]) -> Bool {
        let whole = payload.count > 4 ? Array(payload.prefix(5 + Int(payload[4]))) : payload
        guard let data = try? ShareableConfigurationData(decoding: whole) else { return false }
        return !data.findings().contains { $0.weight == .fault }
    }

    /// A message of this kind was not taken: no answer to the newest one is due.
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

    mutating func takeConfiguration(at now: Instant, within limit: Span) -> Asker? {
        answered(at: now, within: limit).map { initializes.remove(at: $0).asker }
    }

    /// The answers to the stops of before are waited for no more; they may come yet.
    mutating func settleStops() { stopsSettled = stopsWritten }

    mutating func takeStart() -> Bool {
        guard starts > 0 else { return false }
        starts -= 1
        return true
    }

    /// Which stop an answer belongs to; nil for none.
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
