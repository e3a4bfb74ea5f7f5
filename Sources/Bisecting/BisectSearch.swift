public import Statistics

/// The search for the first bad version as runs tell it: which failure is looked for, what counts, and when it ends.
///
/// A round that fails in another way than the bad end says nothing about the failure that is looked for: the other one
/// may hide it. It counts neither way, and a version that fails so again and again cannot be tested. What the rig did
/// wrong never counts either.
///
/// Where the last verdicts were all bad, a bench that broke in the meantime would look the same: so the last good
/// version is played once more before a first bad one is named.
public struct BisectSearch: Sendable {
    /// So many runs of one version that fail in another way make it one that cannot be tested.
    public static let mostOtherFailures = 3

    /// A way to fail: by what is played, and by the code.
    public struct Failure: Hashable, Codable, Sendable {
        public let scenario: String
        public let code: String

        public init(scenario: String, code: String) { (self.scenario, self.code) = (scenario, code) }
    }

    /// Which failures are looked for.
    public enum Target: Hashable, Codable, Sendable {
        /// The first one that the bad end shows.
        case asAtBadEnd
        /// Those with one of these codes.
        case codes(oneOf: [String])
        case any
    }

    /// What all scenarios together came to, each played once.
    public enum Round: Hashable, Sendable {
        case passed
        /// The failures of those that failed; at least one.
        case failed([Failure])
        /// It says nothing about the firmware.
        case noVerdict
    }

    public enum Ending: Hashable, Sendable {
        case answered(Bisection.Answer)
        /// The last good version did not pass once more, for this reason: something else than the version changed.
        case notConfirmed(version: Int, reason: String)
        /// As many rounds were played as there may be.
        case outOfRounds
    }

    public enum Move: Hashable, Sendable {
        /// Build and write this version, if it is not on the bench, and play one round.
        case play(version: Int)
        case ended(Ending)
    }

    public let target: Target
    public let mostRounds: Int
    /// What is known of the versions.
    public private(set) var bisection: Bisection
    /// The failure that is looked for; nil before the bad end showed one, and where any of several counts.
    public private(set) var sought: Failure?
    /// How many rounds were played, whatever came of them.
    public private(set) var rounds = 0
    /// How many of them came to no verdict on the firmware.
    public private(set) var withoutVerdict = 0
    /// How often the firmware could not be written, or another one ran.
    public private(set) var rigFaults = 0
    /// How many failed in another way.
    public private(set) var failedOtherwise = 0
    /// How many rounds of the last good version passed once more.
    public private(set) var confirmed = 0
    /// Why the last good version did not pass once more; nil while nothing says so.
    private var doubt: String?
    private var leftOutWhileConfirming = 0
    private var played: [Int: Int] = [:]
    private var others: [Int: Int] = [:]

    public init(
        versions: Int, _ settings: BisectSettings, target: Target = .asAtBadEnd, mostRounds: Int = 10_000
    ) throws(StatisticsError) {
        bisection = try Bisection(revisions: versions, settings)
        (self.target, self.mostRounds) = (target, mostRounds)
    }

    /// What to do next; the same until something is told.
    public func next() -> Move {
        switch bisection.next() {
        case .play(let version): return turn(version)
        case .ended(let answer):
            guard let version = toConfirm(answer) else { return .ended(.answered(answer)) }
            if let doubt { return .ended(.notConfirmed(version: version, reason: doubt)) }
            if leftOutWhileConfirming >= Bisection.mostLeftOutInARow {
                return .ended(.answered(.rigFailed(revision: version)))
            }
            return confirmed < neededToConfirm ? turn(version) : .ended(.answered(answer))
        }
    }

    private func turn(_ version: Int) -> Move { rounds >= mostRounds ? .ended(.outOfRounds) : .play(version: version) }

    // MARK: Whether the bench is still what it was

    /// The last good version, where a first bad one was found and nothing passed since.
    ///
    /// Where a good version may fail in the same way, a few more rounds of it tell nothing.
    private func toConfirm(_ answer: Bisection.Answer) -> Int? {
        guard bisection.settings.goodRate == 0, bisection.tested.last(where: { $0.isBad != nil })?.isBad == true else {
            return nil
        }
        switch answer {
        case .firstBad(let version, _): return version - 1
        case .oneOf(let versions, _): return versions.lowerBound - 1
        case .notReproduced, .badFromTheStart, .cannotTest, .rigFailed: return nil
        }
    }

    private var isConfirming: Bool {
        guard case .ended(let answer) = bisection.next() else { return false }
        return toConfirm(answer) != nil
    }

    /// As many rounds as show a bad version with the confidence that is asked for.
    private var neededToConfirm: Int {
        guard bisection.settings.badRate < 1 else { return 1 }
        return max(1, CleanRuns.needed(below: bisection.settings.badRate, confidence: bisection.settings.confidence))
    }

    private mutating func confirm(_ round: Round) {
        switch round {
        case .passed: (confirmed, leftOutWhileConfirming) = (confirmed + 1, 0)
        case .noVerdict:
            withoutVerdict += 1
            leftOutWhileConfirming += 1
        case .failed(let failures):
            guard let failure = failures.first(where: isSought) ?? failures.first else { return }
            doubt = "it fails now: \(failure.code) in \(failure.scenario)"
        }
    }

    /// How many rounds of this version were played.
    public func rounds(of version: Int) -> Int { played[version] ?? 0 }

    /// How many rounds may be played at once without one too many, if all pass.
    public var wanted: Int {
        min(isConfirming ? max(1, neededToConfirm - confirmed) : bisection.wanted, max(1, mostRounds - rounds))
    }

    /// Takes what a round of the version came to that was asked for.
    public mutating func receive(_ round: Round) {
        guard case .play(let version) = next() else { return }
        rounds += 1
        played[version, default: 0] += 1
        guard !isConfirming else { return confirm(round) }
        switch round {
        case .passed: bisection.receive(.passed)
        case .noVerdict:
            withoutVerdict += 1
            bisection.receive(.leftOut)
        case .failed(let failures):
            if let found = failures.first(where: isSought) {
                if target == .asAtBadEnd { sought = sought ?? found }
                return bisection.receive(.failed)
            }
            failedOtherwise += 1
            bisection.receive(.failedOtherwise)
            others[version, default: 0] += 1
            guard others[version, default: 0] >= Self.mostOtherFailures, let other = failures.first else { return }
            bisection.skip(reason: "it fails in another way: \(other.code) in \(other.scenario)")
        }
    }

    /// The version that was asked for cannot be built.
    public mutating func skip(reason: String) {
        if isConfirming { doubt = reason } else { bisection.skip(reason: reason) }
    }

    /// The rig could not write the firmware that was asked for, or another one ran.
    public mutating func receiveRigFault() {
        guard case .play = next() else { return }
        rigFaults += 1
        if isConfirming { leftOutWhileConfirming += 1 } else { bisection.receive(.leftOut) }
    }

    /// Whether a failure is one that is looked for.
    public func isSought(_ failure: Failure) -> Bool {
        switch target {
        case .any: true
        case .codes(let codes): codes.contains(failure.code)
        // The bad end is tested first: what it shows is what is looked for.
        case .asAtBadEnd: sought.map { $0 == failure } ?? true
        }
    }
}
