import Ground
import Journal
import Links
import Phone
import ScenarioKit
import TagRouting

/// Plays a scenario's steps in their order and holds what happens against what the scenario expects.
///
/// Without input or output of its own: it takes what the phone and the stage report, with instants, and gives orders.
/// The first thing that is wrong ends the scenario.
struct Director: Sendable {
    /// How long a walk's last zone changes may be late after the arrival, because distances are smoothed.
    static let settling = Span.seconds(3)
    /// How much longer than planned the stage may take for a walk, or to hold a tag to the reader.
    let stagePatience: Span

    let scenario: Scenario
    var lanes: [Lane] = []
    /// Which lane's step is being looked at, as a place in `lanes`.
    var current = 0
    var lanesOpened = 0
    private(set) var occurrences: EventLog
    var samples: SampleLog
    var places = KnownPlaces()
    /// What is known of tags, reader and notifications.
    var tags = TagRecord()
    /// When the reader did not see.
    var readerEvidence = ReaderEvidence()
    /// Which occurrence showed a notification, as far as a step at hand has to tell it from others.
    private var shown: [(number: Int, place: Int)] = []
    /// Explains where links go; nil where nobody asks.
    let router: TagRouter?
    private(set) var turnArounds = SpanTally()
    /// What checks over the whole scenario measured.
    var measured: [Measured] = []
    /// How many messages of each kind were tampered with.
    var tampered: [MessageKind: Int] = [:]
    /// What was found wrong with the kit's bytes, though not so wrong that it ended the run.
    var kitDamage: Finding?
    private var records: [AccessoryRecord] = []
    var stepsPassed = 0
    /// How many things were held against an expectation or a limit: without one there is no evidence and no pass.
    var checks = 0
    var stepsStarted = 0
    private(set) var hasEnded = false
    private var isKitReady: Bool
    private(set) var isReaderReady: Bool

    init(scenario: Scenario, stagePatience: Span, router: TagRouter? = nil) {
        self.scenario = scenario
        let questions = Questions(scenario)
        occurrences = EventLog(asking: questions.asked)
        samples = SampleLog(isKept: questions.areOfSamples)
        self.router = router
        self.stagePatience = stagePatience
        isKitReady = !scenario.needs.contains(.uwb)
        isReaderReady = !scenario.needs.contains(.nfc)
        for case .accessory(let name) in scenario.needs { records.append(AccessoryRecord(name)) }
    }

    /// The blocks that enclose the step at hand, outermost first.
    var blocks: [Block] {
        get { lanes[current].blocks }
        set { lanes[current].blocks = newValue }
    }

    /// The step at hand, of the lane that is being looked at.
    var active: ActiveStep? {
        get { lanes.isEmpty ? nil : lanes[current].active }
        set { lanes[current].active = newValue }
    }

    func record(of name: AccessoryName) -> AccessoryRecord? { records.first { $0.name == name } }

    var deadline: Instant? { hasEnded ? nil : lanes.compactMap { $0.active?.deadline }.min() }

    mutating func begin(at now: Instant) -> [DirectorEffect] {
        let block = Block(
            kind: .scenario, steps: scenario.steps, cause: nil, invariants: scenario.always,
            firstOccurrence: occurrences.mark,
            mark: samples.mark())
        open(block, parent: nil, depth: 0)
        let requests = scenario.firstPlaces.map { StageRequest.place($0.accessory, $0.from) }
        for request in requests { places.note(request) }
        return requests.map { .stage($0) } + proceed(at: now)
    }

    mutating func receive(_ event: PhoneEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        let verdict = judge(event, at: now)
        noteSecuring(event, at: now)
        note(event, at: now)
        if let verdict { return end(verdict, at: now) }
        if let broken = brokenInvariant() { return end(.failed(broken), at: now) }
        noteReadiness(event)
        return inEachLane { director in
            if director.active == nil { return director.proceed(at: now) }
            if case .tag(.readerBack) = event { director.readerIsBack(at: now) }
            return director.settle(at: now) { (director) throws(StepFailure) in try director.react(to: event, at: now) }
        }
    }

    /// A line that an accessory printed.
    mutating func receive(console line: String, of name: AccessoryName, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        occurrences.append(.console(name, line))
        if let broken = brokenInvariant() { return end(.failed(broken), at: now) }
        return inEachLane { director in
            guard director.active != nil else { return [] }
            return director.settle(at: now) { (director) throws(StepFailure) in try director.recount(at: now) }
        }
    }

    mutating func receive(_ event: StageEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        let noted = note(event)
        if let broken = brokenInvariant() { return noted + end(.failed(broken), at: now) }
        return noted
            + inEachLane { director in
                director.settle(at: now) { (director) throws(StepFailure) in try director.react(to: event, at: now) }
            }
    }

    mutating func advance(to now: Instant) -> [DirectorEffect] {
        inEachLane { director in
            guard let active = director.active, active.deadline <= now else { return [] }
            let timing = StepFailure.Timing(limit: now - active.startedAt, since: active.startedAt)
            return director.settle(at: now) { (director) throws(StepFailure) in
                do throws(StepFailure) {
                    return try director.runOut(at: now)
                } catch {
                    var failure = error
                    failure.timing = failure.timing ?? timing
                    throw failure
                }
            }
        }
    }

    private mutating func noteReadiness(_ event: PhoneEvent) {
        if case .kitReady = event { isKitReady = true }
        if case .tag(.readerReady) = event { isReaderReady = true }
    }

    /// A step waits for the device that it needs, so that the time it takes to come up is not the accessory's; steps
    /// before it need not.
    func mayStart(_ action: Action) -> Bool {
        switch action {
        case .exchange, .session: isKitReady
        // What is only put there or taken away shows when the reader is back.
        case .present, .remove, .swap: isReaderReady
        case .tap, .tearAway, .hold, .inspect: isReaderReady && tags.outage == nil
        case .link, .forget, .send, .stop, .system, .walk, .place, .power, .stay, .simulate, .expect, .require,
            .tampering, .simulating, .simulatingReader, .simulateReader, .openNotification, .followLink, .throughout,
            .together, .repeat:
            true
        }
    }

    static let noEvidence = "no step of the scenario checked anything"

    /// Ends the scenario; everything that comes later is ignored.
    ///
    /// What was measured with a kit that is in doubt is no evidence against the accessory.
    mutating func end(_ ending: Ending, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        hasEnded = true
        if case .error(let error) = ending { return [.end(.error(naming(readerLossIn: error)))] }
        guard case .failed(var failure) = ending else { return [.end(ending)] }
        if let doubt = failure.doubt ?? (failure.restsOnKit ? kitDoubt(at: now) : nil) {
            return [.end(.error(failure.undecided(by: doubt, on: failure.doubt == nil ? .kit : failure.link)))]
        }
        if let doubt = readerDoubt(about: failure) {
            return [.end(.error(failure.undecided(by: doubt, on: .reader)))]
        }
        if failure.cause == nil, !failure.speaksForItself { failure.cause = cause(of: failure) }
        return [.end(.failed(failure))]
    }

    /// What the scenario says that a failure means here: the step's own word, or that of the innermost block.
    ///
    /// A word about many rounds is said when they passed, and of the step's own failure.
    private func cause(of failure: StepFailure) -> Meaning? {
        guard !lanes.isEmpty else { return nil }
        guard let step = active?.step, let cause = step.cause else {
            return blocks.reversed().lazy.compactMap(\.cause).first
        }
        guard let needed = step.causeRounds else { return cause }
        return !failure.isOfTheLink && roundsPassed >= needed ? cause : nil
    }

    /// How many rounds of the innermost `Repeat` have passed.
    private var roundsPassed: Int {
        for block in blocks.reversed() { if case .round(let before, _) = block.kind { return before } }
        return 0
    }

    /// Keeps what is measured and counted over the whole scenario.
    private mutating func note(_ event: PhoneEvent, at now: Instant) {
        for index in records.indices { records[index].note(event, at: now) }
        if case .finding(.kit, let finding) = event, finding.weight != .note, kitDamage == nil { kitDamage = finding }
        if case .tag(let event) = event { tags.note(event) }
        noteReader(event)
        let origin = cause(of: event)
        occurrences.append(event, origin: origin)
        if case .tampered(_, let message, _) = event { tampered[message, default: 0] += 1 }
        samples.note(event, truth: { places.distance(to: $0) }, at: now)
    }

    /// Which occurrence brought an event about: the notification that is opened; no tag for a link that is followed.
    private mutating func cause(of event: PhoneEvent) -> Int? {
        guard case .tag(let event) = event else { return nil }
        switch event {
        case .notified(_, let number):
            shown.append((number, occurrences.count))
            return nil
        case .delivered(_, _, let number?), .leftAlone(_, let number), .unlockAsked(let number):
            return shown.last { $0.number == number }?.place ?? Self.noTag
        case .delivered(_, _, nil), .followed: return Self.noTag
        default: return nil
        }
    }

    /// Before every occurrence.
    private static let noTag = -1

    /// Forgets what nobody can ask about any more: only the steps at hand tell one tag from an earlier one.
    mutating func forget() {
        let atHand = lanes.compactMap(\.active).filter { !$0.step.action.hasLanes }
        let first = atHand.map(\.firstOccurrence.place).min() ?? occurrences.count
        occurrences.forget(before: first)
        samples.merge(keeping: lanes.flatMap { $0.blocks.map(\.mark) + ($0.active.map { [$0.mark] } ?? []) })
        if let oldest = shown.first, oldest.place < first { shown.removeAll { $0.place < first } }
    }

    /// Keeps what the stage has done; a tag that is held to a phone that reads none opens nothing.
    private mutating func note(_ event: StageEvent) -> [DirectorEffect] {
        tags.note(event)
        guard case .presented = event, let reason = tags.notReading else { return [] }
        occurrences.append(.tag(event: .ignored(reason: reason)))
        return [.journal(.phone(event: .tag(event: .ignored(reason: reason))))]
    }

    /// What an accessory sent last, to hold against what can be read of it.
    mutating func note(configuration: [UInt8]?, of name: AccessoryName) {
        guard let index = records.firstIndex(where: { $0.name == name }) else { return }
        records[index].configuration = configuration
    }

    /// How long the phone took from accessory configuration data to shareable configuration data.
    mutating func noteTurnAround(_ span: Span) {
        turnArounds.add(span)
        for index in lanes.indices {
            guard case .exchanging(var progress) = lanes[index].active?.phase else { continue }
            progress.turnAround = span
            lanes[index].active?.phase = .exchanging(progress)
        }
    }
}

extension Action {
    /// Whether other steps are at hand in its place.
    fileprivate var hasLanes: Bool { if case .together = self { true } else { false } }
}
