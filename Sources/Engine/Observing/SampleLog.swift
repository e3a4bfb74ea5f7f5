import Ground
import Phone
import ScenarioKit
import UWB

/// The measurements of a run, sample by sample, for the limits that a scenario sets.
struct SampleLog: Sendable {
    /// A span between two events with an accessory.
    enum Kind: Hashable, Sendable {
        /// From the phone's message to the accessory's answer.
        case answer(MessageKind)
        /// From the request to connect until the data channel is usable.
        case connection
        /// From the request to connect until the link is up, and from there until the data channel is usable.
        case link, discovery
        /// The encryption of a link, by pairing or with a stored key.
        case encryption
        /// The system's question whether the app may range, which a person answers.
        case prompt
        /// From initialize to the accessory's report that ranging started.
        case exchange
        /// From the shareable configuration to the first distance.
        case firstFix
        /// From the switching of a feature to the accessory's report of it.
        case reaction(Reaction)
    }

    /// The report that the accessory should make when a feature goes on or off.
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

    /// A span of a screen's response, at one of its companions.
    private struct ScreenSpan: Hashable, Sendable {
        let name: CompanionName
        let measure: ScreenMeasure
    }

    /// A point in the log from which a block measures.
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

    /// Whether any query needs latencies and rounds.
    private let isKept: Bool
    private var latencies = LatencyLog<Latency>()
    private var rounds = RoundLog()
    /// The distances reported by other phones, against the truth and against this phone's last measurement.
    private var peerTold = RoundLog()
    private var compared = RoundLog()
    private var lastOwn: [(name: AccessoryName, distance: Distance)] = []
    /// The number of rounds that the kit reported, even outside a session, and the last one with each accessory.
    private var reports = 0
    /// The number of rounds in which the kit itself failed.
    private var kitFailures = 0
    private var lastReports: [(name: AccessoryName, number: Int)] = []
    /// The spans from a tag's detection to the routing decision, and the numbers of commands that reading it took.
    private var routings: [Lapse] = []
    private var readings: [Int] = []
    private var detectedAt: Instant?
    /// The response times of screens, and the companions to whose agents they opened connections.
    private var screenTiming = ScreenTiming()
    private var screens = LatencyLog<ScreenSpan>()
    private var streams: [CompanionName] = []
    /// The distances that accessories report.
    private(set) var told: ToldLog
    /// The expected reactions to a feature.
    private let reactions: [(name: AccessoryName, reaction: Reaction)]
    private var begun: [(name: AccessoryName, kind: Kind, at: Instant)] = []
    /// The figures of the whole run, kept in any case.
    private(set) var figures = AccessoryFigures()
    /// The mark before the last event.
    private var before = Mark()

    /// Creates a log that keeps latencies and rounds, or only the evidence of whether the kit listened.
    init(
        isKept: Bool = true, told sources: [ToldLog.Source] = [],
        reactions: [(name: AccessoryName, reaction: Reaction)] = []
    ) {
        self.isKept = isKept
        self.reactions = reactions
        told = ToldLog(of: sources)
    }

    /// Returns a mark after everything measured so far.
    mutating func mark() -> Mark {
        Mark(
            latencies: latencies.count, rounds: rounds.mark(), peerTold: peerTold.mark(), compared: compared.mark(),
            reports: reports, kitFailures: kitFailures, routings: routings.count, readings: readings.count,
            told: told.count,
            screens: screens.count, streams: streams.count)
    }

    /// Returns the later of a mark and the point before the last event, so that a check after each event sees only
    /// that event's samples.
    func latest(of mark: Mark) -> Mark {
        var latest = mark
        latest.latencies = max(mark.latencies, before.latencies)
        latest.routings = max(mark.routings, before.routings)
        latest.readings = max(mark.readings, before.readings)
        latest.screens = max(mark.screens, before.screens)
        return latest
    }

    /// Merges samples that can only be queried as a whole, given that these marks alone remain.
    mutating func merge(keeping marks: [Mark]) {
        rounds.merge(keeping: marks.map(\.rounds))
        peerTold.merge(keeping: marks.map(\.peerTold))
        compared.merge(keeping: marks.map(\.compared))
    }

    /// The number of sums of rounds kept.
    var sums: Int { rounds.size }

    func routings(since mark: Mark) -> [Lapse] { Array(routings[mark.routings...]) }

    /// Returns the distances that an accessory reported since a mark.
    func told(_ source: ToldLog.Source, since mark: Mark) -> [ToldLog.Sample] {
        told.samples(of: source, since: mark.told)
    }

    /// Returns the number of lines since a mark that were damaged or deviate from the format.
    func broken(_ source: ToldLog.Source, since mark: Mark) -> Int { told.broken(of: source, since: mark.told) }

    func readings(since mark: Mark) -> [Int] { Array(readings[mark.readings...]) }

    func spans(_ kind: Kind, of name: AccessoryName, since mark: Mark) -> [Lapse] {
        latencies.spans(Latency(name: name, kind: kind), from: mark.latencies)
    }

    func screenSpans(_ measure: ScreenMeasure, at name: CompanionName, since mark: Mark) -> [Lapse] {
        screens.spans(ScreenSpan(name: name, measure: measure), from: mark.screens)
    }

    func streams(to name: CompanionName, since mark: Mark) -> Int { streams[mark.streams...].count { $0 == name } }

    func rounds(of name: AccessoryName, since mark: Mark) -> RoundLog.Sum { rounds.sum(of: name, since: mark.rounds) }

    /// Returns another phone's reported distances with their errors against the truth.
    func told(by name: AccessoryName, since mark: Mark) -> RoundLog.Sum { peerTold.sum(of: name, since: mark.peerTold) }

    /// Returns another phone's reported distances with their errors against this phone's last measurement.
    func compared(with name: AccessoryName, since mark: Mark) -> RoundLog.Sum {
        compared.sum(of: name, since: mark.compared)
    }

    /// Whether the kit reported any round with an accessory since a mark.
    func hasReport(of name: AccessoryName, since mark: Mark) -> Bool {
        lastReports.contains { $0.name == name && $0.number > mark.reports }
    }

    /// Returns the rounds since a mark in which the kit itself failed, and the total that it reported.
    func kitFailures(since mark: Mark) -> (failed: Int, rounds: Int) {
        (kitFailures - mark.kitFailures, reports - mark.reports)
    }

    /// Records that the phone is about to connect.
    mutating func beginConnection(to name: AccessoryName, at now: Instant) {
        begin([.connection, .link], name, at: now)
    }

    mutating func note(_ event: PhoneEvent, truth: (AccessoryName) -> RoundLog.Truth, at now: Instant) {
        noteBefore()
        figures.note(event)
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
            let (round, truth) = (RoundLog.Round(object), truth(name))
            figures.add(round, of: name, truth: truth, at: now)
            if isKept { rounds.add(name, round, truth: truth, at: now) }
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
        case .nearby(let name, .prompted): begin([.prompt], name, at: now)
        case .nearby(let name, .answered):
            // A person's time is not the accessory's.
            guard let asked = begun.first(where: { $0.name == name && $0.kind == .prompt })?.at else { break }
            forget([.prompt], name)
            leaveOut(now - asked, of: name, at: now)
        case .channel(let name, let event): note(event, of: name, at: now)
        case .companion(let name, let event): note(event, of: name, at: now)
        case .sent, .tampered, .distance, .zone, .kitReady, .kitRanging, .blindProbe,
            .nearby, .tag, .finding, .fault, .waits:
            break
        }
    }

    private mutating func note(_ event: ChannelEvent, of name: AccessoryName, at now: Instant) {
        switch event {
        case .connected:
            end([.link], name, at: now)
            begin([.discovery], name, at: now)
        case .ready: end([.connection, .discovery], name, at: now)
        case .opened: end([.connection, .link], name, at: now)
        case .securing:
            guard !begun.contains(where: { $0.name == name && $0.kind == .encryption }) else { break }
            begin([.encryption], name, at: now)
        case .encrypted: end([.encryption], name, at: now)
        case .pairingFailed: forget([.encryption], name)
        case .lost: begun.removeAll { $0.name == name }
        case .discovered, .found, .connectFailed, .linked, .notOpened, .setUpFailed, .writeRefused,
            .backgroundConfiguration, .backgroundRefused, .noBackgroundService, .identified, .parametersRequested,
            .reconnecting:
            break
        }
    }

    private mutating func noteBefore() {
        (before.latencies, before.routings, before.readings) = (latencies.count, routings.count, readings.count)
        before.screens = screens.count
    }

    private mutating func note(_ event: CompanionEvent, of name: CompanionName, at now: Instant) {
        if case .reached = event, isKept { streams.append(name) }
        for (measure, span) in screenTiming.note(event, of: name, at: now) {
            figures.add(span, measure.figure, of: "\(name)")
            if isKept { screens.append(span, ScreenSpan(name: name, measure: measure)) }
        }
    }

    /// Records an act of the person at a screen.
    mutating func note(_ act: ScreenAct, at now: Instant) { screenTiming.note(act, at: now) }
    mutating func note(_ act: CompanionAct, with name: CompanionName, at now: Instant) {
        screenTiming.note(act, with: name, at: now)
    }

    /// Records a line printed by an accessory.
    mutating func note(line: String, of name: AccessoryName, truth: Distance?, at now: Instant) {
        noteBefore()
        told.note(line: line, of: name, truth: truth, at: now)
        react(name, at: now) { $0.isPrinted(as: line) }
    }

    private mutating func react(_ name: AccessoryName, at now: Instant, _ isMeant: (AccessoryReport) -> Bool) {
        let due = reactions.filter { $0.name == name && isMeant($0.reaction.report) }.map(\.reaction)
        end(due.map { .reaction($0) }, name, at: now)
    }

    /// Excludes a time, ending now, in which the accessory had nothing to do from all open spans with it: the
    /// encryption of a link, and a person's answer.
    mutating func leaveOut(_ span: Lapse, of name: AccessoryName, at now: Instant) {
        for index in begun.indices where begun[index].name == name && begun[index].kind != .encryption {
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

    /// Starts spans; for several messages of one kind, the answer to the last one is timed.
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
            if let figure = kind.figure { figures.add(span, figure, of: "\(name)") }
            if isKept { latencies.append(span, Latency(name: name, kind: kind)) }
        }
    }
}
