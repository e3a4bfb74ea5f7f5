import Ground

/// A game of moves between a companion's app and a screen's, in which any lost or doubled move is detected.
///
/// It is this project's own. The companion sends moves, numbered from 1. The screen acknowledges each once, in order.
/// On every connection the screen first names the last move it has, and the companion continues after it.
struct CompanionGame: Sendable {
    /// The types of its frames; each has a number in decimal digits as its payload.
    static let move: UInt32 = 1
    static let acknowledgement: UInt32 = 2
    static let resumePoint: UInt32 = 3

    /// The total number of moves the app is asked to make.
    private var wanted = 0
    /// The number of moves made at least once.
    private var made = 0
    /// The next move to send.
    private var next = 1
    private var acknowledged = 0
    private var apart = Lapse.zero
    /// Whether the screen has named its last move on this connection.
    private var isInStep = false
    /// The time of the next move; nil until the screen has named its last move.
    private(set) var deadline: Instant?

    /// The result of a frame.
    enum Outcome {
        case acknowledged(Int)
        case lost(Int)
        case doubled(Int)
    }

    mutating func play(_ moves: Int, apart: Lapse, at now: Instant) {
        wanted += moves
        self.apart = apart
        if isInStep, deadline == nil { deadline = now }
    }

    /// Records a lost connection: nothing is sent until the screen names its last move.
    mutating func disconnect() { (isInStep, deadline) = (false, nil) }

    /// Receives a frame of the screen; empty for one that does not belong to the game.
    mutating func receive(type: UInt32, payload: [UInt8], at now: Instant) -> [Outcome] {
        guard let number = Int(String(decoding: payload, as: UTF8.self)), number >= 0 else { return [] }
        switch type {
        case Self.acknowledgement: return acknowledge(number)
        case Self.resumePoint: return resume(behind: number, at: now)
        default: return []
        }
    }

    private mutating func acknowledge(_ number: Int) -> [Outcome] {
        guard number <= made, number > acknowledged else { return [.doubled(number)] }
        let lost = (acknowledged + 1..<number).map { Outcome.lost($0) }
        acknowledged = number
        return lost + [.acknowledged(number)]
    }

    /// Resumes after the screen's last move. Moves it has but did not acknowledge were cut off by the end of the
    /// connection.
    private mutating func resume(behind number: Int, at now: Instant) -> [Outcome] {
        guard number <= made else { return [.doubled(number)] }
        let lost = number < acknowledged ? (number + 1...acknowledged).map { Outcome.lost($0) } : []
        let swallowed = number > acknowledged ? (acknowledged + 1...number).map { Outcome.acknowledged($0) } : []
        acknowledged = number
        next = number + 1
        isInStep = true
        deadline = next <= wanted ? now : nil
        return lost + swallowed
    }

    /// Returns the move that is due, if any.
    mutating func advance(to now: Instant) -> (type: UInt32, payload: [UInt8])? {
        guard let due = deadline, due <= now else { return nil }
        guard next <= wanted else {
            deadline = nil
            return nil
        }
        let move = next
        next += 1
        made = max(made, move)
        deadline = next <= wanted ? due + apart : nil
        return (Self.move, Array("\(move)".utf8))
    }
}
