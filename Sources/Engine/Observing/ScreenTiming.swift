import ApplicationServices
import Ground
import Links
import Phone
import ScenarioKit

/// The response times of screens, observed at their companions: from an act of a person or the phone to the screen's
/// reaction.
///
/// The phone's own time is excluded. The screen cannot act between an invitation and its answer: that span starts with
/// the invitation and ends with the last act of the phone's person, system or app.
struct ScreenTiming: Sendable {
    typealias Sample = (measure: ScreenMeasure, span: Lapse)

    private struct Companion {
        var shownAs: String?
        var shownSince = Instant.start
        /// The screen's share so far of the time to a connection; nil if no person chose the companion.
        var taken: Lapse?
        /// The instant from which the remaining time is the screen's.
        var handedOver = Instant.start
        var isReady = false
        var isParked = false
        var abortedAt: Instant?
        var resumedAt: Instant?
        /// The unacknowledged moves on the current connection.
        var moves: [Int: Instant] = [:]
    }

    private var companions: [CompanionName: Companion] = [:]
    private var picks: [String: Instant] = [:]

    /// Records an act of the person at a screen.
    mutating func note(_ act: ScreenAct, at now: Instant) {
        switch act {
        case .pick(let name): picks[name] = now
        case .leavePicker, .openPicker: picks = [:]
        case .cancel, .goOn, .send: break
        }
    }

    /// Records an act with a companion.
    mutating func note(_ act: CompanionAct, with name: CompanionName, at now: Instant) {
        switch act {
        case .background where companions[name]?.isReady == true: companions[name]?.abortedAt = now
        case .background, .resume, .kill, .quit, .leave: companions[name]?.abortedAt = nil
        case .offer, .install, .uninstall, .launch, .showView, .impersonate, .beItself, .losePath, .regainPath, .play,
            .send, .announce, .begin, .rename:
            break
        }
    }

    /// Records an event at a companion; returns the spans that it completes.
    mutating func note(_ event: CompanionEvent, of name: CompanionName, at now: Instant) -> [Sample] {
        var companion = companions[name] ?? Companion()
        defer { companions[name] = companion }
        switch event {
        case .published(let shown, _): (companion.shownAs, companion.shownSince) = (shown, now)
        case .withdrawn: companion.shownAs = nil
        case .invited:
            let pick = companion.shownAs.flatMap { picks.removeValue(forKey: $0) }
            // A screen cannot find a companion before it is published.
            companion.taken = pick.map { now - max($0, companion.shownSince) }
            companion.handedOver = now
        case .answered(_, let isAllowed):
            if !isAllowed { companion.taken = nil }
            companion.handedOver = now
        case .prompted, .launched: companion.handedOver = now
        case .state(let object, _) where object.kind == .listener: companion.handedOver = now
        case .state(_, let state): return follow(state, &companion, at: now)
        case .parked:
            // The app is not running, and the duration of that is not the screen's.
            (companion.taken, companion.isParked) = (nil, true)
            defer { companion.abortedAt = nil }
            return companion.abortedAt.map { [(.abortToReconnect, now - $0)] } ?? []
        case .received:
            defer { companion.resumedAt = nil }
            return companion.resumedAt.map { [(.resumeToReady, now - $0)] } ?? []
        case .sent(CompanionMove.type, let payload):
            if let move = CompanionMove.number(payload) { companion.moves[move] = now }
        case .acknowledged(let move):
            return companion.moves.removeValue(forKey: move).map { [(.frameRoundTrip, now - $0)] } ?? []
        case .reached, .notReached, .connectRequested, .resumed, .sent, .unsent, .moveLost, .moveDoubled: break
        }
        return []
    }

    private func follow(_ state: ConnectionState, _ companion: inout Companion, at now: Instant) -> [Sample] {
        switch state {
        case .ready:
            companion.isReady = true
            if companion.isParked { companion.resumedAt = now }
            companion.isParked = false
            defer { companion.taken = nil }
            return companion.taken.map { [(.pickToReady, $0 + (now - companion.handedOver))] } ?? []
        case .failed, .cancelled:
            (companion.isReady, companion.resumedAt, companion.moves) = (false, nil, [:])
            return []
        case .setup, .waiting, .preparing: return []
        }
    }
}

/// The frame format of a move in the rig's game.
private enum CompanionMove {
    static let type: UInt32 = 1

    static func number(_ payload: [UInt8]) -> Int? { Int(String(decoding: payload, as: UTF8.self)) }
}
