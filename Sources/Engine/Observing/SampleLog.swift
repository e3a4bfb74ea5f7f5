import Ground
import Phone
import ScenarioKit

/// What was measured of the accessories in a run, sample by sample, for the limits that a scenario sets.
struct SampleLog: Sendable {
    /// Spans that are measured between two things that happen with an accessory.
    enum Kind: Hashable, Sendable {
        /// From the phone's message to the accessory's answer.
        case answer(MessageKind)
        /// From the wish to connect until the data channel can be used.
        case connection
        /// From initialize to the accessory's word that it ranges.
        case exchange
        /// From the shareable configuration to the first distance.
        case firstFix
    }

    /// A span of one kind with one accessory.
    private struct Latency: Hashable, Sendable {
        let name: AccessoryName
        let kind: Kind
    }

    /// A point in the log: what a block measures begins there.
    struct Mark: Hashable, Sendable {
        fileprivate(set) var latencies = 0
        fileprivate(set) var rounds = RoundLog.Mark.beginning
        fileprivate(set) var told = RoundLog.Mark.beginning
        fileprivate(set) var compared = RoundLog.Mark.beginning
        fileprivate(set) var reports = 0
        fileprivate(set) var routings = 0
        fileprivate(set) var readings = 0
    }

    /// Whether somebody will ask for latencies and rounds.
    private let isKept: Bool
    private var latencies = LatencyLog<Latency>()
    private var rounds = RoundLog()
    /// What other phones say that they measured, held against the truth, and against what this one measured last.
    private var told = RoundLog()
    private var compared = RoundLog()
    private var lastOwn: [(name: AccessoryName, distance: Distance)] = []
    /// How many rounds the kit reported, also where no session heard of it, and which one was the last with whom.
    private var reports = 0
    private var lastReports: [(name: AccessoryName, number: Int)] = []
    /// From the detection of a tag to the decision about it, and how many commands its reading took.
    private var routings: [Span] = []
    private var readings: [Int] = []
    private var detectedAt: Instant?
    private var begun: [(name: AccessoryName, kind: Kind, at: Instant)] = []
    /// What there was before the last event.
    private var before = Mark()

    /// A log that keeps latencies and rounds, or only what says whether the kit listened.
    init(isKept: Bool = true) { self.isKept = isKept }

    /// The point after all that was measured so far.
    mutating func mark() -> Mark {
        Mark(
            latencies: latencies.count, rounds: rounds.mark(), told: told.mark(), compared: compared.mark(),
            reports: reports, routings: routings.count, readings: readings.count)
    }

    /// A mark, or the point before the last event where that is later: what came with that event alone, for those who
    /// ask after each one.
    func latest(of mark: Mark) -> Mark {
        var latest = mark
        latest.latencies = max(mark.latencies, before.latencies)
        latest.routings = max(mark.routings, before.routings)
        latest.readings = max(mark.readings, before.readings)
        return latest
    }

    /// Takes less room for what can only be asked about as a whole, because these marks alone are left.
    mutating func merge(keeping marks: [Mark]) {
        rounds.merge(keeping: marks.map(\.rounds))
        told.merge(keeping: marks.map(\.told))
        compared.merge(keeping: marks.map(\.compared))
    }

    /// How many sums of rounds are kept.
    var sums: Int { rounds.size }

    func routings(since mark: Mark) -> [Span] { Array(routings[mark.routings...]) }

    func readings(since mark: Mark) -> [Int] { Array(readings[mark.readings...]) }

    func spans(_ kind: Kind, of name: AccessoryName, since mark: Mark) -> [Span] {
        latencies.spans(Latency(name: name, kind: kind), from: mark.latencies)
    }

    func rounds(of name: AccessoryName, since mark: Mark) -> RoundLog.Sum { rounds.sum(of: name, since: mark.rounds) }

    /// What another phone told, with its errors against the truth.
    func told(by name: AccessoryName, since mark: Mark) -> RoundLog.Sum { told.sum(of: name, since: mark.told) }

    /// The same against what this phone measured last.
    func compared(with name: AccessoryName, since mark: Mark) -> RoundLog.Sum {
        compared.sum(of: name, since: mark.compared)
    }

    /// Whether the kit listened to an accessory at all.
    func hasReport(of name: AccessoryName, since mark: Mark) -> Bool {
        lastReports.contains { $0.name == name && $0.number > mark.reports }
    }

    /// The phone sets out to connect.
    mutating func beginConnection(to name: AccessoryName, at now: Instant) { begin([.connection], name, at: now) }

    mutating func note(_ event: PhoneEvent, truth: (AccessoryName) -> Distance?, at now: Instant) {
        (before.latencies, before.routings, before.readings) = (latencies.count, routings.count, readings.count)
        switch event {
        case .sent(let name, .initialize):
            begin([.answer(.configuration), .exchange], name, at: now)
        case .sent(let name, .shareableConfiguration):
            begin([.answer(.didStart), .firstFix], name, at: now)
        case .sent(let name, .stop):
            forget([.firstFix, .exchange, .answer(.didStart)], name)
            begin([.answer(.didStop)], name, at: now)
        case .nearby(let name, .received(.configuration)): end([.answer(.configuration)], name, at: now)
        case .nearby(let name, .received(.didStart)):
            end([.answer(.didStart), .exchange], name, at: now)
        case .nearby(let name, .received(.didStop)): end([.answer(.didStop)], name, at: now)
        case .nearby(let name, .didUpdate(let object)):
            if isKept { rounds.add(name, object.distance, truth: truth(name), at: now) }
            noteOwn(object.distance, name)
            if object.distance != nil { end([.firstFix], name, at: now) }
        case .sent(let name, .token): begin([.answer(.token), .exchange, .firstFix], name, at: now)
        case .nearby(let name, .received(.token)): end([.answer(.token)], name, at: now)
        case .nearby(let name, .ranWithPeer): end([.exchange], name, at: now)
        case .nearby(let name, .peerMeasured(let distance)):
            guard isKept else { break }
            told.add(name, distance, truth: truth(name), at: now)
            guard let own = lastOwn.first(where: { $0.name == name })?.distance else { break }
            compared.add(name, distance, truth: own, at: now)
        case .kitRound(let name): noteReport(of: name)
        case .tag(.detected): detectedAt = now
        case .tag(.read(_, let commands)): if isKept { readings.append(commands) }
        case .tag(.routed):
            if let detectedAt, isKept { routings.append(now - detectedAt) }
            detectedAt = nil
        case .channel(let name, .ready): end([.connection], name, at: now)
        case .channel(let name, .lost): begun.removeAll { $0.name == name }
        case .channel, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .blindProbe,
            .nearby, .tag, .finding, .fault, .waits:
            break
        }
    }

    /// A link was being encrypted for so long, until now: no span under way with the accessory is about that.
    mutating func leaveOut(_ span: Span, of name: AccessoryName, at now: Instant) {
        for index in begun.indices where begun[index].name == name {
            begun[index].at = begun[index].at + min(span, now - begun[index].at)
        }
    }

    private mutating func noteOwn(_ distance: Distance?, _ name: AccessoryName) {
        lastOwn.removeAll { $0.name == name }
        if let distance { lastOwn.append((name, distance)) }
    }

    private mutating func noteReport(of name: AccessoryName) {
        reports += 1
        if let place = lastReports.firstIndex(where: { $0.name == name }) {
            lastReports[place].number = reports
        } else {
            lastReports.append((name, reports))
        }
    }

    /// The last of several messages of a kind is the one whose answer is timed.
    private mutating func begin(_ kinds: [Kind], _ name: AccessoryName, at now: Instant) {
        forget(kinds, name)
        for kind in kinds { begun.append((name, kind, now)) }
    }

    private mutating func forget(_ kinds: [Kind], _ name: AccessoryName) {
        begun.removeAll { $0.name == name && kinds.contains($0.kind) }
    }

    private mutating func end(_ kinds: [Kind], _ name: AccessoryName, at now: Instant) {
        for kind in kinds {
            guard let index = begun.firstIndex(where: { $0.name == name && $0.kind == kind }) else { continue }
            let span = now - begun.remove(at: index).at
            if isKept { latencies.append(span, Latency(name: name, kind: kind)) }
        }
    }
}
