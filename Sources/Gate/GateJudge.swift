public import GateKit
import Journal
import Statistics

/// The judge of a gate: it decides which run comes next, which runs count and what the result is (gate.md, sections 1
/// and 10).
///
/// It receives every run that was started, by the ordinal it assigned, and every reading of the firmware's identity. A
/// run that has started counts, however late it ends and whatever was decided in the meantime.
public struct GateJudge: Sendable {
    public let plan: GatePlan
    public let options: GateOptions
    /// The scenarios of the standard plan that the rig cannot play.
    public let unplayed: [GateDocument.Unplayed]
    let tracks: [GateTrack]
    private(set) var tasks: [GateTask] = []
    /// The evidence of each task, once received.
    private(set) var attempts: [GateAttempt?] = []
    /// The runs that left no evidence.
    private(set) var lost: [Int] = []
    private(set) var readings: [Reading] = []
    private(set) var evidenceFaults: [String] = []
    private(set) var wasAborted = false
    /// Cached tallies by track and side; nil if outdated.
    private var known: [[GateTally?]]
    private var knownRulings: [[GateRuling]?]
    /// The indices of the tasks, by track and side.
    private var places: [[[Int]]]
    private var manifests: [String: Int] = [:]
    private let trackOf: [String: Int]
    private var isRehearsal: Bool?
    /// Whether consecutive runs without a verdict reached the number that ends a gate.
    private(set) var hasLeftOutInARow = false

    /// A reading of the firmware's identity and the last run before it.
    struct Reading: Sendable {
        let side: GateSide
        let afterOrdinal: Int
        let level: IdentityLevel
    }

    /// Creates a judge for all scenarios that the command selected. Throws all problems of the plan.
    ///
    /// Expired quarantine is not a problem here; it just excuses nothing. `unplayed` is reported and has no influence
    /// on the decision.
    public init(
        _ plan: GatePlan, scenarios: [ScenarioFacts], options: GateOptions, unplayed: [GateDocument.Unplayed] = []
    ) throws(PlanProblems) {
        var problems = plan.problems()
        for (index, scenario) in scenarios.enumerated()
        where scenarios[..<index].contains(where: { $0.name == scenario.name }) {
            let message = "two scenarios are called \(scenario.name.shown())"
            problems.append(PlanProblem(plan: plan.name, spot: plan.spot, message: message))
        }
        guard problems.isEmpty else { throw PlanProblems(problems) }
        self.plan = plan
        self.options = options
        self.unplayed = unplayed
        let selected = scenarios.map { scenario in
            (scenario, plan.proofs.filter { $0.scenarios.contains(scenario) }.map(\.proof))
        }.filter { !$0.1.isEmpty }
        let shares = selected.flatMap(\.1).count { $0.kind == .sequential }
        var made: [Proof: GateProof] = [:]
        tracks = selected.map { scenario, proofs in
            let quarantine =
                plan.neverExcuses(scenario)
                ? [] : plan.quarantine.filter { $0.scenario == scenario.name && $0.holds(on: options.today) }
            let ours = proofs.map { proof in
                let gateProof = made[proof] ?? GateProof(proof, shares: shares)
                made[proof] = gateProof
                return gateProof
            }
            return GateTrack(
                scenario: scenario, proofs: ours, quarantine: quarantine, spread: plan.spread,
                hasBaseline: options.hasBaseline)
        }
        trackOf = Dictionary(
            tracks.enumerated().map { ($0.element.scenario.name, $0.offset) }, uniquingKeysWith: { first, _ in first })
        known = tracks.map { _ in [nil, nil] }
        knownRulings = tracks.map { _ in nil }
        places = tracks.map { _ in [[], []] }
    }

    // MARK: What happened

    /// Restores a run that was started before an interruption; call it in the order of ordinals, before anything else.
    public mutating func restore(_ task: GateTask) throws(GateRefusal) {
        guard task.ordinal == tasks.count + 1, manifests.isEmpty, lost.isEmpty else {
            throw .outOfOrder(ordinal: task.ordinal)
        }
        guard let track = trackOf[task.scenario] else {
            throw .otherRun(ordinal: task.ordinal, field: "scenario")
        }
        guard tracks[track].scenario.hash == task.scenarioHash else {
            throw .otherRun(ordinal: task.ordinal, field: "scenario hash")
        }
        start(task, track)
    }

    /// The scenarios, each with the smallest number of runs with which its proofs can be shown.
    public var extent: [(scenario: String, fewestRuns: Int)] { tracks.map { ($0.scenario.name, $0.fewestRuns) } }

    /// The smallest number of runs with which the plan can be shown; a gate that fails may need fewer.
    public var fewestRuns: Int { tracks.reduce(0) { $0 + $1.fewestRuns } }

    /// Receives the evidence of a run that was started.
    public mutating func receive(_ attempt: GateAttempt) throws(GateRefusal) {
        let ordinal = attempt.ordinal
        guard ordinal >= 1, ordinal <= tasks.count else { throw .neverStarted(ordinal: ordinal) }
        guard attempts[ordinal - 1] == nil, !lost.contains(ordinal) else { throw .alreadyThere(ordinal: ordinal) }
        let task = tasks[ordinal - 1]
        if task.scenario != attempt.task.scenario { throw .otherRun(ordinal: ordinal, field: "scenario") }
        if task.scenarioHash != attempt.task.scenarioHash { throw .otherRun(ordinal: ordinal, field: "scenario hash") }
        if task.seed != attempt.task.seed { throw .otherRun(ordinal: ordinal, field: "seed") }
        if task.side != attempt.task.side { throw .otherRun(ordinal: ordinal, field: "side") }
        if attempt.manifest.isEmpty { throw .malformed(ordinal: ordinal, field: "manifest") }
        if let other = manifests[attempt.manifest] { throw .sameEvidence(ordinal: ordinal, as: other) }
        manifests[attempt.manifest] = ordinal
        attempts[ordinal - 1] = attempt
        if attempt.verdict == .aborted, attempt.witness == nil { wasAborted = true }
        // The first run with a firmware turns all runs without one into rehearsals.
        let wasRehearsal = isRehearsal
        isRehearsal = (isRehearsal ?? true) && !attempt.context.stage.hasOwnFirmware
        if wasRehearsal != nil, wasRehearsal != isRehearsal { forgetAll() }
        remember(attempt, task)
        lookForLeftOut(around: ordinal - 1)
    }

    /// Records that a started run left no evidence, so that the gate can no longer pass.
    public mutating func lose(_ ordinal: Int) throws(GateRefusal) {
        guard ordinal >= 1, ordinal <= tasks.count else { throw .neverStarted(ordinal: ordinal) }
        guard attempts[ordinal - 1] == nil, !lost.contains(ordinal) else { throw .alreadyThere(ordinal: ordinal) }
        lost.append(ordinal)
        forget(tasks[ordinal - 1])
    }

    /// Takes back the last run, which was not started after all; its ordinal becomes free again.
    public mutating func takeBack(_ ordinal: Int) throws(GateRefusal) {
        guard ordinal >= 1, ordinal == tasks.count else { throw .neverStarted(ordinal: ordinal) }
        guard isPending(ordinal - 1) else { throw .alreadyThere(ordinal: ordinal) }
        let task = tasks.removeLast()
        attempts.removeLast()
        if let track = trackOf[task.scenario] { places[track][task.side.index].removeLast() }
        forget(task)
    }

    /// Withdraws a run whose evidence has disappeared; it counts as lost.
    public mutating func withdraw(_ ordinal: Int) throws(GateRefusal) {
        guard attempts.indices.contains(ordinal - 1), let attempt = attempts[ordinal - 1] else {
            throw .neverStarted(ordinal: ordinal)
        }
        manifests[attempt.manifest] = nil
        attempts[ordinal - 1] = nil
        lost.append(ordinal)
        forget(tasks[ordinal - 1])
    }

    /// Receives the identity level of the firmware at a point after `afterOrdinal` started runs; nil means all runs so
    /// far.
    ///
    /// A level below the plan's requirement invalidates all runs of that side since the last good reading.
    public mutating func receive(identity level: IdentityLevel, of side: GateSide, afterOrdinal: Int? = nil) {
        readings.append(
            Reading(side: side, afterOrdinal: min(max(0, afterOrdinal ?? tasks.count), tasks.count), level: level))
        forgetAll()
    }

    /// Records that evidence was changed, or could not be written or read; the sentence has no final full stop.
    public mutating func receive(evidenceFault: String) { evidenceFaults.append(evidenceFault) }

    /// Records that a person ended the gate.
    public mutating func abort() { wasAborted = true }

    // MARK: What comes next

    /// Returns the next move; a run that it names counts as started from then on.
    public mutating func next() -> GateMove {
        if tracks.isEmpty { return .ended }
        for side in sides where !readings.contains(where: { $0.side == side }) { return .readIdentity(side) }
        if !isOver, let (track, side) = nextRun() {
            let task = GateTask(
                ordinal: tasks.count + 1, side: side, scenario: tracks[track].scenario.name,
                scenarioHash: tracks[track].scenario.hash, seed: UInt64(places[track][side.index].count + 1),
                beginsPowerCycle: beginsPowerCycle(track, side))
            start(task, track)
            return .play(task)
        }
        if tasks.indices.contains(where: { isPending($0) }) { return .wait }
        for side in sides {
            // A reading closes a side after its last run; after a bad reading there is nothing left to close.
            let last = tasks.last { $0.side == side }?.ordinal ?? 0
            let reading = readings.last { $0.side == side }
            if let reading, reading.afterOrdinal < last, accepts(reading.level) { return .readIdentity(side) }
        }
        return .ended
    }

    /// The sides to be played.
    var sides: [GateSide] {
        options.hasBaseline && tracks.contains { $0.needsBaseline } ? [.candidate, .baseline] : [.candidate]
    }

    func isPending(_ place: Int) -> Bool { attempts[place] == nil && !lost.contains(place + 1) }

    private mutating func start(_ task: GateTask, _ track: Int) {
        places[track][task.side.index].append(tasks.count)
        tasks.append(task)
        attempts.append(nil)
        known[track][task.side.index]?.pending += 1
        knownRulings[track] = nil
    }

    /// Adds an attempt that arrives in order to the cached tally; otherwise discards the cache.
    private mutating func remember(_ attempt: GateAttempt, _ task: GateTask) {
        guard let track = trackOf[task.scenario] else { return }
        let side = task.side.index
        guard known[track][side]?.pending == 1, places[track][side].last == task.ordinal - 1 else {
            return forget(task)
        }
        knownRulings[track] = nil
        let reason = whyNot(attempt, goodReadings(task.side, isFinal: false))
        known[track][side]?.pending = 0
        known[track][side]?.add(attempt, notTrial: reason)
    }

    private mutating func forget(_ task: GateTask) {
        guard let track = trackOf[task.scenario] else { return }
        known[track][task.side.index] = nil
        knownRulings[track] = nil
    }

    private mutating func forgetAll() {
        for track in known.indices {
            known[track] = [nil, nil]
            knownRulings[track] = nil
        }
    }

    /// Whether no further run can change the result, or the plan says to stop.
    private var isOver: Bool {
        mutating get {
            if wasAborted || !lost.isEmpty || !evidenceFaults.isEmpty { return true }
            if readings.contains(where: { !accepts($0.level) }) { return true }
            if hasLeftOutInARow { return true }
            guard !options.keepGoing else { return false }
            for track in tracks.indices {
                if rulings(track).contains(where: { $0.decision == .failed }) { return true }
            }
            return false
        }
    }

    /// Returns the track with the fewest runs among those that need more, so that an early end has covered all of
    /// them.
    ///
    /// With two firmwares, each round plays both, starting with the one played last. Each round therefore needs only
    /// one flashing, and neither firmware is always first.
    private mutating func nextRun() -> (track: Int, side: GateSide)? {
        var best: (track: Int, side: GateSide, count: Int)?
        let last = tasks.last?.side ?? .candidate
        for side in sides.sorted(by: { $0 == last && $1 != last }) {
            for track in tracks.indices where wants(track, side) {
                let count = places[track][side.index].count
                if count < best?.count ?? .max { best = (track, side, count) }
            }
        }
        return best.map { ($0.track, $0.side) }
    }

    private mutating func wants(_ track: Int, _ side: GateSide) -> Bool {
        if side == .baseline, !tracks[track].needsBaseline { return false }
        let tally = remembered(track, side)
        // A scenario that the rig cannot play once it can never play.
        if tally.isSkipped { return false }
        let wanted =
            rulings(track).filter { $0.decision == nil }
            .map { side == .candidate ? $0.wanted : $0.wantedBaseline }.max() ?? 0
        // Runs that do not count must not go on forever.
        if tally.attempts + tally.pending >= 2 * wanted + 20 { return false }
        return tally.trials.count + tally.pending < wanted
    }

    private func beginsPowerCycle(_ track: Int, _ side: GateSide) -> Bool {
        guard side == .candidate, plan.spread.powerCycles > 1 else { return false }
        let round = places[track][side.index].count
        guard round > 0, !places.contains(where: { $0[side.index].count > round }) else { return false }
        let rounds = max(plan.spread.powerCycles, tracks.flatMap(\.proofs).map(\.fewest).min() ?? 1)
        let cycles = plan.spread.powerCycles
        return round * cycles / rounds > (round - 1) * cycles / rounds
    }

    // MARK: Counting

    func accepts(_ level: IdentityLevel) -> Bool {
        if level == .claimed { return options.acceptClaimed }
        return level.reaches(plan.identity) && level.reaches(.claimed)
    }

    private mutating func remembered(_ track: Int, _ side: GateSide) -> GateTally {
        if let tally = known[track][side.index] { return tally }
        let tally = tally(track, side, isFinal: false)
        known[track][side.index] = tally
        return tally
    }

    private mutating func rulings(_ track: Int) -> [GateRuling] {
        if let rulings = knownRulings[track] { return rulings }
        let rulings = tracks[track].rulings(remembered(track, .candidate), remembered(track, .baseline))
        knownRulings[track] = rulings
        return rulings
    }

    /// Returns the tally of a scenario on one side; `isFinal` says that no more identity readings follow.
    func tally(_ track: Int, _ side: GateSide, isFinal: Bool) -> GateTally {
        var tally = GateTally()
        let good = goodReadings(side, isFinal: isFinal)
        for place in places[track][side.index] {
            guard let attempt = attempts[place] else {
                tally.pending += lost.contains(place + 1) ? 0 : 1
                continue
            }
            tally.add(attempt, notTrial: whyNot(attempt, good))
        }
        return tally
    }

    private func whyNot(_ attempt: GateAttempt, _ good: [ClosedRange<Int>]) -> GateDocument.NotTrial.Reason? {
        guard accepts(attempt.context.identity), good.contains(where: { $0.contains(attempt.ordinal) }) else {
            return .identity
        }
        if !attempt.context.stage.hasOwnFirmware, isRehearsal == false { return .rehearsal }
        return attempt.byOperator && !plan.countsOperatorAnswers ? .byOperator : nil
    }

    /// Returns the ranges of runs with a good identity at both ends; the last range is open while the gate is in
    /// progress.
    private func goodReadings(_ side: GateSide, isFinal: Bool) -> [ClosedRange<Int>] {
        let own = readings.filter { $0.side == side }.sorted { $0.afterOrdinal < $1.afterOrdinal }
        var good: [ClosedRange<Int>] = []
        for (reading, next) in zip(own, own.dropFirst()) where accepts(reading.level) && accepts(next.level) {
            if next.afterOrdinal > reading.afterOrdinal {
                good.append((reading.afterOrdinal + 1)...next.afterOrdinal)
            }
        }
        if !isFinal, let last = own.last, accepts(last.level) { good.append((last.afterOrdinal + 1)...Int.max) }
        return good
    }

    /// Whether no run so far had a firmware; before the first run, whether the bench makes its accessories.
    var rehearses: Bool { isRehearsal ?? options.isMade }

    /// Returns a side's last reading, if it is good, and the number of runs since then; nil if there are none.
    ///
    /// Such runs prove nothing good, because it is unknown whether the same firmware still ran at their end.
    func openStretch(_ side: GateSide) -> (reading: Int, runs: Int)? {
        let own = readings.filter { $0.side == side }.sorted { $0.afterOrdinal < $1.afterOrdinal }
        guard let last = own.last, accepts(last.level) else { return nil }
        let runs = attempts.count { attempt in
            guard let attempt, attempt.task.side == side, attempt.ordinal > last.afterOrdinal else { return false }
            return !attempt.isLeftOut
        }
        return runs > 0 ? (last.afterOrdinal, runs) : nil
    }

    /// Checks whether a run belongs to a series without a verdict that is long enough to end the gate, by ordinal or
    /// within one scenario.
    ///
    /// Scenarios are interleaved, so the series of a single scenario is hidden among the others.
    private mutating func lookForLeftOut(around place: Int) {
        let task = tasks[place]
        guard isWithoutVerdict(place), let track = trackOf[task.scenario] else { return }
        let own = places[track][task.side.index]
        // The indices are sorted, so a binary search finds this one.
        var (low, high) = (0, own.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if own[middle] < place { low = middle + 1 } else { high = middle }
        }
        let most = plan.leftOut.inARow
        if stretch(around: place, of: tasks.count, { $0 }) >= most
            || stretch(around: low, of: own.count, { own[$0] }) >= most
        {
            hasLeftOutInARow = true
        }
    }

    private func stretch(around middle: Int, of count: Int, _ place: (Int) -> Int) -> Int {
        var (first, last) = (middle, middle)
        while first > 0, isWithoutVerdict(place(first - 1)) { first -= 1 }
        while last + 1 < count, isWithoutVerdict(place(last + 1)) { last += 1 }
        return last - first + 1
    }

    /// A skipped run was never played and does not interrupt a series.
    private func isWithoutVerdict(_ place: Int) -> Bool { attempts[place]?.isRigs ?? false }
}

extension GateSide {
    var index: Int { self == .candidate ? 0 : 1 }
}
