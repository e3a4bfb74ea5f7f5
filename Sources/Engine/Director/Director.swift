import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// The player of a scenario. It runs the steps in order and compares events with the scenario's expectations.
///
/// It performs no I/O: it takes timestamped events from the phone and the stage, and returns effects. The first
/// failure ends the scenario. Each word has a machine that plays it (`StepMachine`, `BlockMachine`). `Observations`
/// holds everything seen and measured; `LaneSchedule` decides which step is next.
struct Director: Sendable {
    var schedule = LaneSchedule()
    var observations: Observations
    private(set) var turnArounds = SpanTally()
    /// The measurements of checks over the whole scenario.
    var measured: [Measured] = []
    private(set) var hasEnded = false

    init(_ setting: RunSetting) { observations = Observations(setting) }

    /// The extra time that the stage may take for a walk, or to hold a tag to the reader.
    var stagePatience: Lapse { observations.setting.stagePatience }
    var scenario: Scenario { observations.scenario }
    var stepsPassed: Int { schedule.stepsPassed }
    /// The step that is being played, or that was being played when the scenario ended.
    var active: PlayedStep? { schedule.active?.played }
    var deadline: Instant? {
        if hasEnded { return nil }
        guard let placing = placesDue else { return schedule.deadline }
        return min(placing, schedule.deadline ?? .never)
    }

    /// The time by which the accessories must be at their first places; nil once they are.
    private var placesDue: Instant? { observations.unplaced.isEmpty ? nil : firstPlacesDue }
    private var firstPlacesDue = Instant.never

    mutating func begin(at now: Instant) -> [DirectorEffect] {
        let whole = WholeScenario(invariants: scenario.always)
        schedule.open(Block(whole, scenario.steps, mark: observations.mark(at: now)), parent: nil, depth: 0)
        let requests = scenario.firstPlaces.map { StageRequest.place($0.accessory, $0.from) }
        for request in requests { observations.note(request, at: now) }
        observations.awaitPlaces(of: scenario.firstPlaces.map(\.accessory))
        firstPlacesDue = now + stagePatience * requests.count
        return requests.map { .stage($0) } + proceed(at: now)
    }

    mutating func receive(_ event: PhoneEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        let verdict = judge(event, at: now)
        noteSecuring(event, at: now)
        // Evaluated only for this event, because the answer requires a walk through the lanes.
        let suffersLoss = if case .tag(.readerLost) = event { isAskedToLoseReader } else { false }
        observations.note(event, suffersLoss: suffersLoss, at: now)
        if event.isOfCompanion { schedule.noteAtHand(observations.events.mark) }
        if let verdict { return end(verdict, at: now) }
        if let broken = brokenInvariant() { return end(.failed(broken), at: now) }
        observations.noteReadiness(event)
        return inEachLane { director in
            guard director.schedule.isBusy else { return director.proceed(at: now) }
            if case .tag(.readerBack) = event { director.readerIsBack(at: now) }
            return director.settle(at: now) { (step, seen) throws(StepFailure) in
                try step.machine.receive(event, &step.played, &seen, at: now)
            }
        }
    }

    /// Receives a line printed by an accessory.
    mutating func receive(console line: String, of name: AccessoryName, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        observations.note(console: line, of: name, at: now)
        schedule.noteAtHand(observations.events.mark)
        if let broken = brokenInvariant() { return end(.failed(broken), at: now) }
        return inEachLane { director in
            director.settle(at: now) { (step, seen) throws(StepFailure) in
                try step.machine.recount(&step.played, &seen, at: now)
            }
        }
    }

    mutating func receive(_ event: StageEvent, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        let noted = observations.note(event, at: now).map { [DirectorEffect.journal(.phone(event: $0))] } ?? []
        if let broken = brokenInvariant() { return noted + end(.failed(broken), at: now) }
        return noted
            + inEachLane { director in
                guard director.schedule.isBusy else { return director.proceed(at: now) }
                return director.settle(at: now) { (step, seen) throws(StepFailure) in
                    try step.machine.receive(event, &step.played, &seen, at: now)
                }
            }
    }

    /// Advances the time to `now`. `lost` returns the time that the rig stalled since an instant, which extends a
    /// step's limit.
    mutating func advance(to now: Instant, losing lost: (Instant) -> Lapse = { _ in .zero }) -> [DirectorEffect] {
        if let due = placesDue, due <= now,
            let first = scenario.firstPlaces.first(where: { observations.unplaced.contains($0.accessory) })
        {
            let step = "\(Action.place(accessory: first.accessory, at: first.from, seen: nil))"
            return end(.error(.stage(.stageDidNot(step, in: stagePatience * scenario.firstPlaces.count))), at: now)
        }
        guard let due = schedule.deadline, due <= now else { return [] }
        return inEachLane { director in
            guard let active = director.schedule.active, active.played.deadline <= now else { return [] }
            if director.waitsForReader(active, at: now) { return [] }
            if director.schedule.extend(by: lost(active.played.startedAt), at: now) { return [] }
            let timing = StepFailure.Timing(
                limit: now - active.played.startedAt, since: active.played.startedAt, isExtended: true)
            return director.settle(at: now) { (step, seen) throws(StepFailure) in
                do throws(StepFailure) {
                    try Self.refuseSlowPairing(of: step.played, at: now)
                    return try step.machine.expire(&step.played, &seen, at: now)
                } catch {
                    var failure = error
                    failure.timing = failure.timing ?? timing
                    throw failure
                }
            }
        }
    }

    /// Records the configuration data that an accessory sent last, for comparison with the data read from it.
    mutating func note(configuration: [UInt8]?, of name: AccessoryName) {
        observations.note(configuration: configuration, of: name)
    }

    /// Records the phone's turnaround from accessory configuration data to shareable configuration data.
    mutating func noteTurnAround(_ span: Lapse) {
        turnArounds.add(span)
        schedule.tellAll { $0.machine.noteTurnAround(span) }
    }

    /// Runs `body` for each lane until the scenario ends. A lane that `body` opens is skipped until the next event.
    private mutating func inEachLane(_ body: (inout Director) -> [DirectorEffect]) -> [DirectorEffect] {
        var effects: [DirectorEffect] = []
        for index in schedule.lanes.indices {
            guard !hasEnded else { break }
            schedule.look(at: index)
            effects += body(&self)
        }
        schedule.tidy()
        return effects
    }

    /// Ends the scenario; later events are ignored.
    ///
    /// Measurements by a kit whose function is in doubt are no evidence against the accessory.
    mutating func end(_ ending: Ending, at now: Instant) -> [DirectorEffect] {
        guard !hasEnded else { return [] }
        hasEnded = true
        if case .error(let error) = ending { return [.end(.error(naming(readerLossIn: error)))] }
        if case .complete = ending, let unheard = observations.unheardAbsence, let doubt = unheard.doubt {
            return [.end(.error(unheard.undecided(by: doubt, on: .kit)))]
        }
        guard case .failed(var failure) = ending else { return [.end(ending)] }
        if let (link, doubt) = observations.witnessDoubt(about: failure, at: now) {
            return [.end(.error(failure.undecided(by: doubt, on: link)))]
        }
        if let doubt = failure.doubt { return [.end(.error(failure.undecided(by: doubt, on: failure.link)))] }
        if failure.restsOnKit, let doubt = observations.kitDoubt(at: now) {
            return [.end(.error(failure.undecided(by: doubt, on: .kit)))]
        }
        if let doubt = readerDoubt(about: failure, at: now) {
            return [.end(.error(failure.undecided(by: doubt, on: .reader)))]
        }
        if !failure.hasCause { failure.cause = failure.cause ?? causeHere }
        return [.end(.failed(failure))]
    }
}
