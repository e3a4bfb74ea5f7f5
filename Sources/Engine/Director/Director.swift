import Ground
import Journal
import Links
import Phone
import ScenarioKit

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
    var blocks: [Block] = []
    var active: ActiveStep?
    var occurrences: [Occurrence] = []
    var turnArounds: [Span] = []
    var withheld: [MessageKind: Int] = [:]
    /// What was found wrong with the kit's bytes, though not so wrong that it ended the run.
    var kitDamage: Finding?
    private var records: [AccessoryRecord] = []
    private(set) var stepsPassed = 0
    /// How many things were held against an expectation or a limit: without one there is no evidence and no pass.
    var checks = 0
    private var stepsStarted = 0
    private var hasEnded = false
    private var isKitReady: Bool
    private var isReaderReady: Bool

    init(scenario: Scenario, stagePatience: Span) {
        self.scenario = scenario
        self.stagePatience = stagePatience
        isKitReady = !scenario.needs.contains(.uwb)
        isReaderReady = !scenario.needs.contains(.nfc)
        for case .accessory(let name) in scenario.needs { records.append(AccessoryRecord(name)) }
    }

    func record(of name: AccessoryName) -> AccessoryRecord? { records.first { $0.name == name } }

    var deadline: Instant? { hasEnded ? nil : active?.deadline }

    mutating func begin(at now: Instant) -> [DirectorEffect] {
        blocks = [Block(kind: .scenario, steps: scenario.steps, firstOccurrence: 0)]
        let placed = scenario.firstPlaces.map { DirectorEffect.stage(.place($0.accessory, $0.from)) }
        return placed + proceed(at: now)
    }

    mutating func receive(_ event: PhoneEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        let verdict = judge(event, at: now)
        note(event, at: now)
        if let verdict { return end(verdict, at: now) }
        noteReadiness(event)
        if active == nil { return proceed(at: now) }
        return settle(at: now) { (director) throws(StepFailure) in try director.react(to: event, at: now) }
    }

    mutating func receive(_ event: StageEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        return settle(at: now) { (director) throws(StepFailure) in director.react(to: event, at: now) }
    }

    mutating func advance(to now: Instant) -> [DirectorEffect] {
        guard !hasEnded, let active, active.deadline <= now else { return [] }
        return settle(at: now) { (director) throws(StepFailure) in try director.runOut(at: now) }
    }

    /// What a step made of something that happened.
    enum Progress {
        case goesOn([DirectorEffect] = [])
        case done([Measured])
        case error(String)
    }

    private mutating func settle(
        at now: Instant, _ react: (inout Director) throws(StepFailure) -> Progress
    ) -> [DirectorEffect] {
        do {
            switch try react(&self) {
            case .goesOn(let effects): return effects
            case .done(let measured): return passStep(measured, at: now) + proceed(at: now)
            case .error(let reason): return end(.error(reason), at: now)
            }
        } catch {
            return end(.failed(error), at: now)
        }
    }

    private mutating func passStep(_ measured: [Measured], at now: Instant) -> [DirectorEffect] {
        guard let step = active else { return [] }
        active = nil
        stepsPassed += 1
        return [.journal(.stepPassed(step.record, elapsed: now - step.startedAt, measured: measured))]
    }

    private mutating func noteReadiness(_ event: PhoneEvent) {
        if case .kitReady = event { isKitReady = true }
        if case .tag(.readerReady) = event { isReaderReady = true }
    }

    /// A step waits for the device that it needs, so that the time it takes to come up is not the accessory's; steps
    /// before it need not.
    private func mayStart(_ action: Action) -> Bool {
        switch action {
        case .exchange: isKitReady
        case .tap: isReaderReady
        case .connect, .walk, .stay, .losing, .expect, .stop, .disconnect, .repeat: true
        }
    }

    /// Starts steps until one has something to wait for, or the scenario is over.
    private mutating func proceed(at now: Instant) -> [DirectorEffect] {
        var effects: [DirectorEffect] = []
        while !hasEnded, active == nil {
            guard let block = blocks.last else {
                return effects + end(checks > 0 ? .complete : .error(Self.noEvidence), at: now)
            }
            if block.next < block.steps.count {
                guard mayStart(block.steps[block.next].action) else { return effects }
                blocks[blocks.count - 1].next += 1
                effects += start(block.steps[block.next], at: now)
            } else {
                effects += leave(block, at: now)
            }
        }
        return effects
    }

    static let noEvidence = "no step of the scenario checked anything"

    private mutating func start(_ step: Step, at now: Instant) -> [DirectorEffect] {
        stepsStarted += 1
        let record = StepRecord(
            number: stepsStarted, depth: blocks.count - 1, text: "\(step.action)", spot: step.spot)
        let started = DirectorEffect.journal(.stepStarted(record))
        if let block = innerBlock(of: step) {
            blocks.append(block)
            stepsPassed += 1
            return [started] + opening(of: block)
        }
        let (phase, limit, effects) = beginning(of: step.action)
        active = ActiveStep(
            step: step, record: record, startedAt: now, firstOccurrence: occurrences.count, deadline: now + limit,
            phase: phase)
        return [started] + effects
            + settle(at: now) { (director) throws(StepFailure) in try director.reactToStart(at: now) }
    }

    /// Ends the scenario; everything that comes later is ignored.
    ///
    /// What was measured with a kit that is in doubt is no evidence against the accessory.
    private mutating func end(_ ending: Ending, at now: Instant) -> [DirectorEffect] {
        hasEnded = true
        if case .failed(let failure) = ending, failure.restsOnKit, let doubt = kitDoubt(at: now) {
            return [.end(.error("\(failure.expected), which cannot be judged: \(doubt)"))]
        }
        return [.end(ending)]
    }

    private mutating func leave(_ block: Block, at now: Instant) -> [DirectorEffect] {
        blocks.removeLast()
        do {
            for expectation in block.judgedAgain { try judgeAtEnd(expectation, of: block) }
        } catch {
            return end(.failed(error), at: now)
        }
        switch block.kind {
        case .scenario:
            return []
        case .losing(let message, let times, let spot):
            let lost = withheld[message.kind] ?? 0
            guard lost == times else {
                let reason = "\(spot): \(message) was to be lost \(times) times, the phone sent it \(lost) times"
                return [.release(message.kind)] + end(.error(reason), at: now)
            }
            return [.release(message.kind)]
        case .round(let roundsLeft):
            guard roundsLeft > 0 else { return [] }
            blocks.append(
                Block(kind: .round(roundsLeft: roundsLeft - 1), steps: block.steps, firstOccurrence: occurrences.count))
            return []
        }
    }

    /// Keeps what is measured and counted over the whole scenario.
    private mutating func note(_ event: PhoneEvent, at now: Instant) {
        for index in records.indices { records[index].note(event, at: now) }
        if case .finding(.kit, let finding) = event, finding.weight != .note, kitDamage == nil { kitDamage = finding }
        if let occurrence = Occurrence(event) { occurrences.append(occurrence) }
        if case .withheld(_, let message) = event { withheld[message, default: 0] += 1 }
    }

    /// How long the phone took from accessory configuration data to shareable configuration data.
    mutating func noteTurnAround(_ span: Span) {
        turnArounds.append(span)
        guard case .exchanging(var progress) = active?.phase else { return }
        progress.turnAround = span
        active?.phase = .exchanging(progress)
    }
}
