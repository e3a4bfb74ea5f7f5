import ApplicationServices
import Ground

/// The companion's side of the game whose other side is a `ScreenGame`.
///
/// Its moves are numbered from 1. On every connection it waits for the screen to name the last move it has, and
/// continues after that number.
struct AppGame: Hashable, Sendable {
    /// The time between two moves.
    private static let apart = Lapse.milliseconds(100)

    /// The total number of moves its user has made.
    private var wanted = 0
    /// The last move that it has sent.
    private var sent = 0
    private var next = 1
    private var isInStep = false
    private(set) var deadline: Instant?

    mutating func play(_ moves: Int, at now: Instant) {
        wanted += moves
        if isInStep, deadline == nil { deadline = now }
    }

    mutating func disconnect() { (isInStep, deadline) = (false, nil) }

    /// Receives a frame of the screen; `skip` moves are left out from the present one on or, if negative, repeated.
    mutating func receive(_ frame: ServiceFrame, skip: Int, at now: Instant) {
        guard frame.type == ScreenGame.resumption,
            let last = Int(String(decoding: frame.payload, as: UTF8.self)), last >= 0
        else { return }
        next = max(1, last + 1 + skip)
        (isInStep, deadline) = (true, next <= wanted ? now : nil)
    }

    /// Returns the move that is due, if any.
    mutating func advance(to now: Instant) -> ServiceFrame? {
        guard let due = deadline, due <= now else { return nil }
        guard next <= wanted else {
            deadline = nil
            return nil
        }
        sent = next
        next += 1
        deadline = next <= wanted ? due + Self.apart : nil
        return ServiceFrame(type: ScreenGame.move, payload: Array("\(sent)".utf8))
    }

    var lastSent: Int { sent }
}
