/// Finds the first bad revision if a bad one fails only sometimes.
///
/// Each tested revision gets a separate sequential test, so that it costs no more runs than its verdict needs; the
/// risks of all of them together stay below the complement of the confidence. Both ends are tested first: a failure
/// that the last revision does not show cannot be searched for. Revisions after the first bad one are assumed to be
/// bad as well.
public struct Bisection: Sendable {
    /// No more revisions than this are searched.
    public static let mostRevisions = 1_000_000
    /// The number of consecutive runs without a verdict that ends the search.
    public static let mostLeftOutInARow = 3

    public enum Outcome: Hashable, Sendable {
        case passed, failed
        /// The run is no evidence about the revision: the rig reached no verdict.
        case leftOut
        /// It fails in a way that is not searched for, which is no evidence either; the rig worked.
        case failedOtherwise
    }

    public enum Move: Hashable, Sendable {
        /// Build and flash this revision, if it is not on the bench, and play one run.
        case play(revision: Int)
        case ended(Answer)
    }

    public enum Answer: Hashable, Sendable {
        /// This one is the first that fails, with this confidence.
        case firstBad(revision: Int, confidence: Double)
        /// One of these: those between could not be tested.
        case oneOf(revisions: ClosedRange<Int>, confidence: Double)
        /// The last revision does not fail as often as a bad one.
        case notReproduced(confidence: Double)
        /// The first revision fails already.
        case badFromTheStart(confidence: Double)
        /// An end of the search could not be tested, for this reason.
        case cannotTest(revision: Int, reason: String)
        /// The rig repeatedly reached no verdict.
        case rigFailed(revision: Int)
    }

    /// The results of a revision that was tested.
    public struct Tested: Hashable, Sendable {
        public let revision: Int
        public fileprivate(set) var runs = 0
        public fileprivate(set) var failures = 0
        /// Nil while it is not decided.
        public fileprivate(set) var isBad: Bool?
        /// The greatest chance that its verdict is wrong.
        public let risk: Double
    }

    /// A revision that cannot be tested, with the reason.
    public struct Skipped: Hashable, Sendable {
        public let revision: Int
        public let reason: String
    }

    /// A revision that is another one, byte for byte, and so has its verdict.
    public struct Same: Hashable, Sendable {
        public let revision: Int
        /// The one that was tested.
        public let tested: Int
        public let isBad: Bool

        public init(revision: Int, tested: Int, isBad: Bool) {
            (self.revision, self.tested, self.isBad) = (revision, tested, isBad)
        }
    }

    public let revisions: Int
    public let settings: BisectSettings
    public private(set) var tested: [Tested] = []
    public private(set) var skipped: [Skipped] = []
    /// Those that were not tested, because they are identical to another one.
    public private(set) var same: [Same] = []
    /// The last revision known to be good, and the first known to be bad.
    private var good: Int?
    private var bad: Int?
    private var leftOut = 0
    private var rigFailed = false
    private let plan: BisectPlan

    /// Takes at least two revisions, oldest first: the first should be good and the last bad.
    public init(revisions: Int, _ settings: BisectSettings) throws(StatisticsError) {
        guard revisions >= 2 else { throw .tooFew(have: revisions, need: 2) }
        guard revisions <= Self.mostRevisions else { throw .tooMany(have: revisions, most: Self.mostRevisions) }
        self.revisions = revisions
        self.settings = settings
        plan = BisectPlan(candidates: revisions - 1, settings)
    }

    /// Returns the next move, which does not change until a run's outcome, or a skip, is received.
    public func next() -> Move {
        if rigFailed { return .ended(.rigFailed(revision: current ?? 0)) }
        if let current { return .play(revision: current) }
        return .ended(answer)
    }

    /// Receives the outcome of a run of the requested revision.
    public mutating func receive(_ outcome: Outcome) {
        guard !rigFailed, let revision = current else { return }
        guard outcome != .leftOut else {
            leftOut += 1
            rigFailed = leftOut >= Self.mostLeftOutInARow
            return
        }
        leftOut = 0
        guard outcome != .failedOtherwise else { return }
        if tested.last?.revision != revision || tested.last?.isBad != nil {
            tested.append(Tested(revision: revision, risk: plan.risk(ofTest: tested.count)))
        }
        let place = tested.count - 1
        tested[place].runs += 1
        if outcome == .failed { tested[place].failures += 1 }
        switch decision(failures: tested[place].failures, of: tested[place].runs, tested[place].risk) {
        case .undecided:
            if tested[place].runs >= mostRuns(tested[place].risk) {
                skip(reason: "undecided after \(tested[place].runs) runs")
            }
        case .accept:
            tested[place].isBad = false
            good = revision
        case .reject:
            tested[place].isBad = true
            bad = revision
        }
    }

    /// Skips the requested revision, which cannot be built, flashed or tested.
    public mutating func skip(reason: String) {
        guard !rigFailed, let revision = current else { return }
        leftOut = 0
        skipped.append(Skipped(revision: revision, reason: reason))
    }

    /// Records that the requested revision is the same as one with a verdict, so that it has that verdict and needs
    /// no run.
    public mutating func take(sameAs other: Int) {
        guard !rigFailed, let revision = current, revision != other, let isBad = isBad(other),
            !tested.contains(where: { $0.revision == revision })
        else { return }
        let origin = same.first { $0.revision == other }?.tested ?? other
        same.append(Same(revision: revision, tested: origin, isBad: isBad))
        if isBad { bad = revision } else { good = revision }
    }

    /// Returns the verdict on a revision; nil if there is none.
    public func isBad(_ revision: Int) -> Bool? {
        tested.first { $0.revision == revision }?.isBad ?? same.first { $0.revision == revision }?.isBad
    }

    /// The number of runs that the requested revision still needs for its verdict if all of them pass.
    ///
    /// These can be played together without any being superfluous.
    public var wanted: Int {
        guard settings.goodRate == 0, settings.badRate < 1 else { return 1 }
        let open = tested.last.flatMap { $0.isBad == nil && !isSkipped($0.revision) ? $0 : nil }
        let risk = open?.risk ?? plan.risk(ofTest: tested.count)
        return max(1, CleanRuns.needed(below: settings.badRate, confidence: 1 - risk) - (open?.runs ?? 0))
    }

    /// The total number of runs.
    public var runs: Int { tested.reduce(0) { $0 + $1.runs } }

    // MARK: Where to look

    /// The revision to test now; nil if there is none left.
    private var current: Int? {
        if let last = tested.last, last.isBad == nil, !isSkipped(last.revision) { return last.revision }
        guard let bad else { return isDone(revisions - 1) ? nil : revisions - 1 }
        guard let good else { return isDone(0) ? nil : 0 }
        guard bad - good > 1 else { return nil }
        // The nearest to the best place that can be tested.
        let best = good + plan.kept(of: bad - good)
        for distance in 0..<(bad - good) {
            for revision in [best - distance, best + distance] where revision > good && revision < bad {
                if !isSkipped(revision) { return revision }
            }
        }
        return nil
    }

    private func isSkipped(_ revision: Int) -> Bool { skipped.contains { $0.revision == revision } }

    private func isDone(_ revision: Int) -> Bool {
        isSkipped(revision) || isBad(revision) != nil
    }

    private var answer: Answer {
        let confidence = 1 - tested.reduce(0) { $0 + ($1.isBad == nil ? 0 : $1.risk) }
        for end in [revisions - 1, 0] {
            if let skip = skipped.first(where: { $0.revision == end }) {
                return .cannotTest(revision: end, reason: skip.reason)
            }
        }
        guard let bad else { return .notReproduced(confidence: confidence) }
        guard let good else { return .badFromTheStart(confidence: confidence) }
        if bad - good == 1 { return .firstBad(revision: bad, confidence: confidence) }
        return .oneOf(revisions: (good + 1)...bad, confidence: confidence)
    }

    // MARK: One revision

    /// Returns the risk with which a revision's verdict was found; nil if it has none.
    func risk(of revision: Int) -> Double? {
        let origin = same.first { $0.revision == revision }?.tested ?? revision
        return tested.first { $0.revision == origin }?.risk
    }

    /// Returns the decision from the failures among the runs of one revision, with at most this risk of either
    /// mistake.
    func decision(failures: Int, of runs: Int, _ risk: Double) -> SequentialTest.Decision {
        if settings.goodRate == 0 || settings.badRate == 1 {
            // A good revision never fails like this, or a bad one always does: one run of that kind decides.
            if settings.goodRate == 0, failures > 0 { return .reject }
            if settings.badRate == 1, failures < runs { return .accept }
        }
        if settings.badRate == 1 {
            let needed = CleanRuns.needed(below: 1 - settings.goodRate, confidence: 1 - risk)
            return failures >= needed ? .reject : .undecided
        }
        if settings.goodRate == 0 {
            let needed = CleanRuns.needed(below: settings.badRate, confidence: 1 - risk)
            return runs >= needed ? .accept : .undecided
        }
        return test(risk)?.decision(failures: failures, trials: runs) ?? .undecided
    }

    private func test(_ risk: Double) -> SequentialTest? {
        try? SequentialTest(
            good: settings.goodRate, bad: settings.badRate, teamRisk: risk, userRisk: risk)
    }

    /// Returns the most runs of one revision, twenty times the number of clean runs: a test that does not end is
    /// useless.
    func mostRuns(_ risk: Double) -> Int {
        if settings.goodRate == 0 || settings.badRate == 1 { return .max }
        return 20 * (test(risk)?.trialsToAccept(failures: 0) ?? 50)
    }
}
