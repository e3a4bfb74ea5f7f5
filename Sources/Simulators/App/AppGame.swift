import ApplicationServices
import Ground

/// The companion's side of the game that a `ScreenGame` is the other side of.
///
/// Its moves are numbered from 1. Whenever it is connected it waits for the screen to say which move it has last, and
/// goes on behind that number.
struct AppGame: Hashable, Sendable {
    /// Between two moves.
    private static let apart = Span.milliseconds(100)

    /// How many moves its person has made in all.
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

    /// A frame of the screen; `skip` moves are passed over from where it stands, or repeated where that is negative.
    mutating func receive(_ frame: ServiceFrame, skip: Int, at now: Instant) {
        guard frame.type == ScreenGame.resumption,
            let last = Int(String(decoding: frame.payload, as: UTF8.self)), last >= 0
        else { return }
        next = max(1, last + 1 + skip)
        (isInStep, deadline) = (true, next <= wanted ? now : nil)
    }

    /// The move that is due.
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
