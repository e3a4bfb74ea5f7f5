/// The search for the first bad version by runs: the failure searched for, the rounds that count, and the end.
///
/// A round that fails in a different way from the bad end is no evidence about the failure searched for, because the
/// different failure may hide it. It does not count for or against, and a version that keeps failing in such a way
/// cannot be tested. Faults of the rig never count either.
///
/// A bench that changes in the meantime would look like a change of the firmware. So before a first bad version is
/// named, the last good one is replayed if the last verdict was bad, and the first bad one if it was good
/// (`BisectCheck`). Versions with equal bytes are the same: no first bad one is ever found between them.
public struct BisectSearch: Sendable {
    /// The number of runs of one version failing in another way after which it cannot be tested.
    public static let mostOtherFailures = 3

    /// A kind of failure: the scenario and the code.
    public struct Failure: Hashable, Codable, Sendable {
        public let scenario: String
        public let code: String

        public init(scenario: String, code: String) { (self.scenario, self.code) = (scenario, code) }
    }

    /// The failures searched for.
    public enum Target: Hashable, Codable, Sendable {
        /// The first one that the bad end shows.
        case asAtBadEnd
        /// Those with one of these codes.
        case codes(oneOf: [String])
        case any
    }

    /// The result of all scenarios together, each played once.
    public enum Round: Hashable, Sendable {
        case passed
        /// The failures of those that failed; at least one.
        case failed([Failure])
        /// It is no evidence about the firmware.
        case noVerdict
    }

    public enum Ending: Hashable, Sendable {
        case answered(Bisection.Answer)
        /// The version does not match its verdict, for this reason: something other than the version decides.
        case notConfirmed(version: Int, reason: String)
        /// The most rounds allowed were played.
        case outOfRounds
    }

    public enum Move: Hashable, Sendable {
        /// Build and write this version, if it is not on the bench, and play one round.
        case play(version: Int)
        case ended(Ending)
    }

    public let target: Target
    public let mostRounds: Int
    /// The verdicts on the versions so far.
    public private(set) var bisection: Bisection
    /// The failure searched for; nil before the bad end showed one, and if any of several counts.
    public private(set) var sought: Failure?
    /// The number of rounds played, regardless of their results.
    public private(set) var rounds = 0
    /// The number of rounds without a verdict on the firmware.
    public private(set) var withoutVerdict = 0
    /// The number of times the firmware could not be written, or another one was running.
    public private(set) var rigFaults = 0
    /// The number of rounds that failed in another way.
    public private(set) var failedOtherwise = 0
    /// The result of the version replayed at the end.
    private var check = BisectCheck()
    /// Whether the good end is the bad one, byte for byte.
    private var endsAreSame = false
    private var played: [Int: Int] = [:]
    private var others: [Int: Int] = [:]

    public init(
        versions: Int, _ settings: BisectSettings, target: Target = .asAtBadEnd, mostRounds: Int = 10_000
    ) throws(StatisticsError) {
        bisection = try Bisection(revisions: versions, settings)
        (self.target, self.mostRounds) = (target, mostRounds)
    }

    /// Returns the next move, which does not change until a result is received.
    public func next() -> Move {
        if endsAreSame {
            let reason = "it is the same firmware as the bad end, byte for byte, and cannot be good while that is bad"
            return .ended(.notConfirmed(version: 0, reason: reason))
        }
        switch bisection.next() {
        case .play(let version): return turn(version)
        case .ended(let answer):
            guard let known = toConfirm(answer) else { return .ended(.answered(answer)) }
            switch check.state {
            case .open: return turn(known.version)
            case .confirmed: return .ended(.answered(answer))
            case .doubted(let reason): return .ended(.notConfirmed(version: known.version, reason: reason))
            case .rigFailed: return .ended(.answered(.rigFailed(revision: known.version)))
            }
        }
    }

    private func turn(_ version: Int) -> Move { rounds >= mostRounds ? .ended(.outOfRounds) : .play(version: version) }

    // MARK: Whether the bench is still what it was

    /// Returns the version to replay: the last good one after a bad verdict, and the first bad one after a good one.
    private func toConfirm(_ answer: Bisection.Answer) -> (version: Int, isBad: Bool)? {
        let versions: ClosedRange<Int>
        switch answer {
        case .firstBad(let version, _): versions = version...version
        case .oneOf(let several, _): versions = several
        case .notReproduced, .badFromTheStart, .cannotTest, .rigFailed: return nil
        }
        let wasBad = bisection.tested.last { $0.isBad != nil }?.isBad == true
        return wasBad ? (versions.lowerBound - 1, false) : (versions.upperBound, true)
    }

    /// The version being replayed; nil while the search continues.
    private var confirming: (version: Int, isBad: Bool)? {
        guard case .ended(let answer) = bisection.next() else { return nil }
        return toConfirm(answer)
    }

    /// The number of rounds of the last good version that passed in the replay.
    public var confirmed: Int { confirming?.isBad == false ? check.rounds - check.failures : 0 }

    /// The number of rounds of the first bad version that failed in the replay.
    public var failedAgain: Int { confirming?.isBad == true ? check.failures : 0 }

    /// Returns the number of rounds of this version that were played.
    public func rounds(of version: Int) -> Int { played[version] ?? 0 }

    /// The number of rounds that may be played at a time without any being superfluous, if all pass.
    public var wanted: Int {
        let wanted = confirming.map { check.wanted(isBad: $0.isBad, bisection.settings) } ?? bisection.wanted
        return min(wanted, max(1, mostRounds - rounds))
    }

    /// Receives the result of a round of the requested version.
    public mutating func receive(_ round: Round) {
        guard case .play(let version) = next() else { return }
        rounds += 1
        played[version, default: 0] += 1
        if let confirming {
            if round == .noVerdict { withoutVerdict += 1 }
            if case .failed(let failures) = round, !failures.contains(where: isSought) { failedOtherwise += 1 }
            let risk = bisection.risk(of: version)
            return check.take(round, isSought, isBad: confirming.isBad, risk: risk, bisection)
        }
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

    /// Skips the requested version, which cannot be built.
    public mutating func skip(reason: String) {
        guard case .play = next() else { return }
        if confirming != nil { check.doubt(reason) } else { bisection.skip(reason: reason) }
    }

    /// Records that the requested version is the same firmware as another one, byte for byte, and has its verdict.
    public mutating func take(sameAs other: Int) {
        guard case .play(let version) = next(), confirming == nil, let isBad = bisection.isBad(other) else { return }
        if version == 0, isBad { endsAreSame = true } else { bisection.take(sameAs: other) }
    }

    /// Records that the rig could not write the requested firmware, or that another one was running.
    public mutating func receiveRigFault() {
        guard case .play = next() else { return }
        rigFaults += 1
        if confirming != nil { check.leaveOut() } else { bisection.receive(.leftOut) }
    }

    /// Whether a failure is one that is searched for.
    public func isSought(_ failure: Failure) -> Bool {
        switch target {
        case .any: true
        case .codes(let codes): codes.contains(failure.code)
        // The bad end is tested first, and determines the failure.
        case .asAtBadEnd: sought.map { $0 == failure } ?? true
        }
    }
}
