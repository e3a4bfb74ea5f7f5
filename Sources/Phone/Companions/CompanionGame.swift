import Ground

/// A game of moves between a companion's app and a screen's, in which nothing can be lost or doubled unseen.
///
/// It is this project's own. The companion sends moves, numbered from 1. The screen acknowledges each once, in order.
/// Whenever they connect, the screen says first which move it has last, and the companion goes on behind that.
struct CompanionGame: Sendable {
    /// The types of its frames; each has a number in decimal digits as its payload.
    static let move: UInt32 = 1
    static let acknowledgement: UInt32 = 2
    static let resumePoint: UInt32 = 3

    /// How many moves the app is to make in all.
    private var wanted = 0
    /// How many it has made at least once.
    private var made = 0
    /// The move that is sent next.
    private var next = 1
    private var acknowledged = 0
    private var apart = Span.zero
    /// Whether the screen has said where it stands, on this connection.
    private var isInStep = false
    /// When the next move is due; nil while the screen has not said where it stands.
    private(set) var deadline: Instant?

    /// What came of a frame.
    enum Outcome {
        case acknowledged(Int)
        case lost(Int)
        case doubled(Int)
    }

    mutating func play(_ moves: Int, apart: Span, at now: Instant) {
        wanted += moves
        self.apart = apart
        if isInStep, deadline == nil { deadline = now }
    }

    /// The connection is gone: nothing is sent before the screen says where it stands.
    mutating func disconnect() { (isInStep, deadline) = (false, nil) }

    /// A frame of the screen; nil for one that is not the game's.
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

    /// What the screen has and did not acknowledge, the end of the connection swallowed.
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

    /// The move that is due.
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
