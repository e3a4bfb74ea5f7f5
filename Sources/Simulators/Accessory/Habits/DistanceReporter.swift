import Ground
import Links

/// An accessory's reports of its measured distances: each round once and unchanged if the accessory is healthy.
struct DistanceReporter: Sendable {
    /// A report, with its delay after the round.
    struct Telling: Hashable, Sendable {
        enum What: Hashable, Sendable {
            case line(AccessoryConsole.Event)
            case message([UInt8])
        }

        let what: What
        let delay: Lapse
    }

    /// The message that carries a distance. The fact sheet has no such message (section 2.1), and its id is unused
    /// there.
    static let identifier: UInt8 = 0x32
    /// The time from the end of a round to its line.
    static let delay = Lapse.milliseconds(8)
    /// The number of distances after which a firmware with a full log falls silent.
    static let room = 10
    /// The interval and the number of lines of a timer that was not stopped.
    static let timer = Lapse.milliseconds(200)
    static let timerRounds = 10
    /// The value on the wire for no distance (uwb.md, section 3).
    static let invalid = 0xFFFF

    private let model: AccessoryBuild
    private var session: UInt32?
    private var sessions = 0
    /// The rounds of the current session.
    private var rounds = 0
    private var first: Int?
    private var last: Int?
    /// The last distance of the first session.
    private var ofFirstSession: Int?

    init(model: AccessoryBuild) { self.model = model }

    /// Changes the sessions that range, and returns reports made although none does.
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

    /// Records the end of a round that it took part in.
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

    private func tell(_ centimetres: Int, round: Int, after delay: Lapse) -> [Telling] {
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

/// An accessory's reaction to an app's message that the phone entered or left a zone.
struct ZoneListener: Sendable {
    /// The app's message and the answer to it. Neither is in the fact sheet (section 2.1), and both ids are unused
    /// there.
    static let question: UInt8 = 0x30
    static let answer: UInt8 = 0x31
    static let late = Lapse.seconds(3)

    let model: AccessoryBuild

    /// Returns the zone, with the answers and their delays; nil for an unknown message.
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
