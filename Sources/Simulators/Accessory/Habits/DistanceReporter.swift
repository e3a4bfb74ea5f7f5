import Ground
import Links

/// What an accessory tells of the distances that it measures: each round once, as it was, while it is healthy.
struct DistanceReporter: Sendable {
    /// What is told, and how long after the round.
    struct Telling: Hashable, Sendable {
        enum What: Hashable, Sendable {
            case line(AccessoryConsole.Event)
            case message([UInt8])
        }

        let what: What
        let delay: Span
    }

    /// The message that carries a distance; the fact sheet has no such message (section 2.1), the id is free there.
    static let identifier: UInt8 = 0x32
    /// From the end of a round to the line about it.
    static let delay = Span.milliseconds(8)
    /// After how many distances a firmware falls silent whose log is full.
    static let room = 10
    /// How often, and how many times, a timer prints on that nobody stopped.
    static let timer = Span.milliseconds(200)
    static let timerRounds = 10
    /// What no distance is on the wire (uwb.md, section 3).
    static let invalid = 0xFFFF

    private let model: AccessoryBuild
    private var session: UInt32?
    private var sessions = 0
    /// Of the session at hand.
    private var rounds = 0
    private var first: Int?
    private var last: Int?
    /// The last distance of the first session.
    private var ofFirstSession: Int?

    init(model: AccessoryBuild) { self.model = model }

    /// These sessions range from now on; gives what is told though none does.
    mutating func ranges(_ running: [UInt32]) -> [Telling] {
        guard let newest = running.last else {
            let left = session == nil ? nil : last
            session = nil
            guard model.has(.printsAfterStop), let left else { return [] }
            return (1...Self.timerRounds).flatMap { tell(left, round: rounds + $0, after: Self.timer * $0) }
        }
        guard newest != session else { return [] }
        (session, rounds, first, last) = (newest, 0, nil, nil)
        sessions += 1
        return []
    }

    /// A round is over that it took part in.
    mutating func roundEnded(_ measured: WorldModel.Outcome) -> [Telling] {
        rounds += 1
        guard case .measured(let centimetres, _) = measured else {
            return model.has(.printsLostRounds) ? tell(Self.invalid, round: rounds, after: Self.delay) : []
        }
        first = first ?? centimetres
        last = centimetres
        if sessions == 1 { ofFirstSession = centimetres }
        if model.has(.stopsPrinting), rounds > Self.room { return [] }
        return tell(shown(centimetres), round: rounds, after: Self.delay)
    }

    private func shown(_ centimetres: Int) -> Int {
        if model.has(.printsStaleDistance), let first { return first }
        if model.has(.printsOtherSession), sessions > 1, let ofFirstSession { return ofFirstSession }
        return centimetres
    }

    private func tell(_ centimetres: Int, round: Int, after delay: Span) -> [Telling] {
        var told: [Telling] = []
        if model.habits.contains(.printsDistances) {
            let isRaw = model.has(.printsCentimetresAsMetres)
            told.append(
                Telling(what: .line(.measured(centimetres: centimetres, round: round, isRaw: isRaw)), delay: delay))
        }
        if model.habits.contains(.sendsDistances) {
            let value = UInt16(clamping: centimetres)
            let bytes = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
            let ordered = model.has(.sendsBigEndianDistance) ? bytes.reversed() : bytes
            told.append(Telling(what: .message([Self.identifier] + ordered), delay: delay))
        }
        return told
    }
}

/// What an accessory makes of an app's word that the phone came into a zone or left it.
struct ZoneListener: Sendable {
    /// The app's message and the answer to it; neither is in the fact sheet (section 2.1), both ids are free there.
    static let question: UInt8 = 0x30
    static let answer: UInt8 = 0x31
    static let late = Span.seconds(3)

    let model: AccessoryBuild

    /// What it answers, and how long after; nil for a message that it does not know.
    func answers(to bytes: [UInt8]) -> (zone: UInt8, isInside: Bool, answers: [Answers.Answer])? {
        guard model.habits.contains(.answersZones), !model.has(.ignoresZoneMessage), bytes.count == 3,
            bytes[0] == Self.question
        else { return nil }
        // Zones are counted from 1.
        let zone = model.has(.actsOnOtherZone) ? bytes[1] ^ 0x03 : bytes[1]
        let delay = model.has(.answersZoneLate) ? Self.late : model.answerDelay
        let answer = Answers.Answer(bytes: [Self.answer, zone, bytes[2]], delay: delay)
        return (zone, bytes[2] != 0, Array(repeating: answer, count: model.has(.answersZoneTwice) ? 2 : 1))
    }
}
