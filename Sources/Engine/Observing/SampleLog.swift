import Ground
import Phone
import ScenarioKit
import UWB

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
        /// From the switch of a feature to what the accessory tells then.
        case reaction(Reaction)
    }

    /// What the accessory is to tell when a feature goes on or off.
    struct Reaction: Hashable, Sendable {
        let feature: FeatureName
        let isOn: Bool
        let report: AccessoryReport
    }

    /// A span of one kind with one accessory.
    private struct Latency: Hashable, Sendable {
        let name: AccessoryName
        let kind: Kind
    }

    /// A span of a screen's at one of its companions.
    private struct ScreenSpan: Hashable, Sendable {
        let name: CompanionName
        let measure: ScreenMeasure
    }

    /// A point in the log: what a block measures begins there.
    struct Mark: Hashable, Sendable {
        fileprivate(set) var latencies = 0
        fileprivate(set) var rounds = RoundLog.Mark.beginning
        fileprivate(set) var peerTold = RoundLog.Mark.beginning
        fileprivate(set) var compared = RoundLog.Mark.beginning
        fileprivate(set) var reports = 0
        fileprivate(set) var kitFailures = 0
        fileprivate(set) var routings = 0
        fileprivate(set) var readings = 0
        fileprivate(set) var told = 0
        fileprivate(set) var screens = 0
        fileprivate(set) var streams = 0
    }

    /// Whether somebody will ask for latencies and rounds.
    private let isKept: Bool
    private var latencies = LatencyLog<Latency>()
    private var rounds = RoundLog()
    /// What other phones say that they measured, held against the truth, and against what this one measured last.
    private var peerTold = RoundLog()
    private var compared = RoundLog()
    private var lastOwn: [(name: AccessoryName, distance: Distance)] = []
    /// How many rounds the kit reported, also where no session heard of it, and which one was the last with whom.
    private var reports = 0
    /// The number of those in which the kit itself failed.
    private var kitFailures = 0
    private var lastReports: [(name: AccessoryName, number: Int)] = []
    /// From the detection of a tag to the decision about it, and how many commands its reading took.
    private var routings: [Span] = []
    private var readings: [Int] = []
    private var detectedAt: Instant?
    /// What screens took, and to which companions' agents they opened connections.
    private var screenTiming = ScreenTiming()
    private var screens = LatencyLog<ScreenSpan>()
    private var streams: [CompanionName] = []
    /// What accessories tell of their own distances.
    private(set) var told: ToldLog
    /// What somebody will ask about that is told upon a feature.
    private let reactions: [(name: AccessoryName, reaction: Reaction)]
    private var begun: [(name: AccessoryName, kind: Kind, at: Instant)] = []
    /// What there was before the last event.
    private var before = Mark()

    /// A log that keeps latencies and rounds, or only what says whether the kit listened.
    init(
        isKept: Bool = true, told sources: [ToldLog.Source] = [],
        reactions: [(name: AccessoryName, reaction: Reaction)] = []
    ) {
        self.isKept = isKept
        self.reactions = reactions
        told = ToldLog(of: sources)
    }

    /// The point after all that was measured so far.
    mutating func mark() -> Mark {
        Mark(
            latencies: latencies.count, rounds: rounds.mark(), peerTold: peerTold.mark(), compared: compared.mark(),
            reports: reports, kitFailures: kitFailures, routings: routings.count, readings: readings.count,
            told: told.count,
            screens: screens.count, streams: streams.count)
    }

    /// A mark, or the point before the last event where that is later: what came with that event alone, for those who
    /// ask after each one.
    func latest(of mark: Mark) -> Mark {
        var latest = mark
        latest.latencies = max(mark.latencies, before.latencies)
        latest.routings = max(mark.routings, before.routings)
        latest.readings = max(mark.readings, before.readings)
        latest.screens = max(mark.screens, before.screens)
        return latest
    }

    /// Takes less room for what can only be asked about as a whole, because these marks alone are left.
    mutating func merge(keeping marks: [Mark]) {
        rounds.merge(keeping: marks.map(\.rounds))
        peerTold.merge(keeping: marks.map(\.peerTold))
        compared.merge(keeping: marks.map(\.compared))
    }

    /// How many sums of rounds are kept.
    var sums: Int { rounds.size }

    func routings(since mark: Mark) -> [Span] { Array(routings[mark.routings...]) }

    /// The distances that an accessory told since.
    func told(_ source: ToldLog.Source, since mark: Mark) -> [ToldLog.Sample] {
        told.samples(of: source, since: mark.told)
    }

    /// How many lines since were damaged, or are printed in another way.
    func broken(_ source: ToldLog.Source, since mark: Mark) -> Int { told.broken(of: source, since: mark.told) }

    func readings(since mark: Mark) -> [Int] { Array(readings[mark.readings...]) }

    func spans(_ kind: Kind, of name: AccessoryName, since mark: Mark) -> [Span] {
        latencies.spans(Latency(name: name, kind: kind), from: mark.latencies)
    }

    func screenSpans(_ measure: ScreenMeasure, at name: CompanionName, since mark: Mark) -> [Span] {
        screens.spans(ScreenSpan(name: name, measure: measure), from: mark.screens)
    }

    func streams(to name: CompanionName, since mark: Mark) -> Int { streams[mark.streams...].count { $0 == name } }

    func rounds(of name: AccessoryName, since mark: Mark) -> RoundLog.Sum { rounds.sum(of: name, since: mark.rounds) }

    /// What another phone told, with its errors against the truth.
    func told(by name: AccessoryName, since mark: Mark) -> RoundLog.Sum { peerTold.sum(of: name, since: mark.peerTold) }

    /// The same against what this phone measured last.
    func compared(with name: AccessoryName, since mark: Mark) -> RoundLog.Sum {
        compared.sum(of: name, since: mark.compared)
    }

    /// Whether the kit listened to an accessory at all.
    func hasReport(of name: AccessoryName, since mark: Mark) -> Bool {
        lastReports.contains { $0.name == name && $0.number > mark.reports }
    }

    /// The rounds since a mark in which the kit itself failed, of all that it reported.
    func kitFailures(since mark: Mark) -> (failed: Int, rounds: Int) {
        (kitFailures - mark.kitFailures, reports - mark.reports)
    }

    /// The phone sets out to connect.
    mutating func beginConnection(to name: AccessoryName, at now: Instant) { begin([.connection], name, at: now) }

    mutating func note(_ event: PhoneEvent, truth: (AccessoryName) -> RoundLog.Truth, at now: Instant) {
        noteBefore()
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
            if isKept { rounds.add(name, RoundLog.Round(object), truth: truth(name), at: now) }
            if object.distance != nil { end([.firstFix], name, at: now) }
            if let distance = object.distance { told.note(round: distance, of: name, at: now) }
            noteOwn(object.distance, name)
        case .sent(let name, .token): begin([.answer(.token), .exchange, .firstFix], name, at: now)
        case .nearby(let name, .received(.token)): end([.answer(.token)], name, at: now)
        case .nearby(let name, .ranWithPeer): end([.exchange], name, at: now)
        case .nearby(let name, .peerMeasured(let distance)):
            guard isKept else { break }
            peerTold.add(name, RoundLog.Round(distance), truth: (truth(name).distance, nil), at: now)
            guard let own = lastOwn.first(where: { $0.name == name })?.distance else { break }
            compared.add(name, RoundLog.Round(distance), truth: (own, nil), at: now)
        case .nearby(let name, .told(let bytes)):
            told.note(message: bytes, of: name, truth: truth(name).distance, at: now)
            react(name, at: now) { $0.isSent(as: bytes) }
        case .feature(let name, let feature, let isOn):
            let due = reactions.filter { $0.name == name && $0.reaction.feature == feature }.map(\.reaction)
            forget(due.filter { $0.isOn != isOn }.map { .reaction($0) }, name)
            begin(due.filter { $0.isOn == isOn }.map { .reaction($0) }, name, at: now)
        case .kitRound(let name, let failure):
            noteReport(of: name)
            if failure?.isOfKit == true { kitFailures += 1 }
        case .tag(.detected): detectedAt = now
        case .tag(.read(_, let commands)): if isKept { readings.append(commands) }
        case .tag(.routed):
            if let detectedAt, isKept { routings.append(now - detectedAt) }
            detectedAt = nil
        case .channel(let name, .ready), .channel(let name, .opened): end([.connection], name, at: now)
        case .channel(let name, .lost): begun.removeAll { $0.name == name }
        case .companion(let name, let event): note(event, of: name, at: now)
        case .channel, .sent, .tampered, .distance, .zone, .kitReady, .kitRanging, .blindProbe,
            .nearby, .tag, .finding, .fault, .waits:
            break
        }
    }

    private mutating func noteBefore() {
        (before.latencies, before.routings, before.readings) = (latencies.count, routings.count, readings.count)
        before.screens = screens.count
    }

    private mutating func note(_ event: CompanionEvent, of name: CompanionName, at now: Instant) {
        guard isKept else { return }
        if case .reached = event { streams.append(name) }
        for (measure, span) in screenTiming.note(event, of: name, at: now) {
            screens.append(span, ScreenSpan(name: name, measure: measure))
        }
    }

    /// The person before a screen does something, or somebody does something with a companion.
    mutating func note(_ act: ScreenAct, at now: Instant) { screenTiming.note(act, at: now) }
    mutating func note(_ act: CompanionAct, with name: CompanionName, at now: Instant) {
        screenTiming.note(act, with: name, at: now)
    }

    /// A line that an accessory printed.
    mutating func note(line: String, of name: AccessoryName, truth: Distance?, at now: Instant) {
        noteBefore()
        told.note(line: line, of: name, truth: truth, at: now)
        react(name, at: now) { $0.isPrinted(as: line) }
    }

    private mutating func react(_ name: AccessoryName, at now: Instant, _ isMeant: (AccessoryReport) -> Bool) {
        let due = reactions.filter { $0.name == name && isMeant($0.reaction.report) }.map(\.reaction)
        end(due.map { .reaction($0) }, name, at: now)
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
