public import Statistics

/// The search for the first bad version as runs tell it: which failure is looked for, what counts, and when it ends.
///
/// A round that fails in another way than the bad end says nothing about the failure that is looked for: the other one
/// may hide it. It counts neither way, and a version that fails so again and again cannot be tested. What the rig did
/// wrong never counts either.
///
/// A bench that changes in the meantime would look like a firmware that did. So before a first bad version is named,
/// the last good one is played once more where the last verdict was bad, and the first bad one where it was good
/// (`BisectCheck`). Versions with equal bytes are one: no first bad one is ever found between them.
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
        /// The version is not what its verdict says, for this reason: something else than the version decides.
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
    /// What came of the version that is played once more at the end.
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

    /// What to do next; the same until something is told.
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

    /// The version to play once more: the last good one after a bad verdict, and the first bad one after a good one.
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

    /// What is played once more now; nil while the search goes on.
    private var confirming: (version: Int, isBad: Bool)? {
        guard case .ended(let answer) = bisection.next() else { return nil }
        return toConfirm(answer)
    }

    /// How many rounds of the last good version passed once more.
    public var confirmed: Int { confirming?.isBad == false ? check.rounds - check.failures : 0 }

    /// How many rounds of the first bad version failed once more.
    public var failedAgain: Int { confirming?.isBad == true ? check.failures : 0 }

    /// How many rounds of this version were played.
    public func rounds(of version: Int) -> Int { played[version] ?? 0 }

    /// How many rounds may be played at once without one too many, if all pass.
    public var wanted: Int {
        let wanted = confirming.map { check.wanted(isBad: $0.isBad, bisection.settings) } ?? bisection.wanted
        return min(wanted, max(1, mostRounds - rounds))
    }

    /// Takes what a round of the version came to that was asked for.
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

    /// The version that was asked for cannot be built.
    public mutating func skip(reason: String) {
        guard case .play = next() else { return }
        if confirming != nil { check.doubt(reason) } else { bisection.skip(reason: reason) }
    }

    /// The version that was asked for is the same firmware as another one, byte for byte: it has its verdict.
    public mutating func take(sameAs other: Int) {
        guard case .play(let version) = next(), confirming == nil, let isBad = bisection.isBad(other) else { return }
        if version == 0, isBad { endsAreSame = true } else { bisection.take(sameAs: other) }
    }

    /// The rig could not write the firmware that was asked for, or another one ran.
    public mutating func receiveRigFault() {
        guard case .play = next() else { return }
        rigFaults += 1
        if confirming != nil { check.leaveOut() } else { bisection.receive(.leftOut) }
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
