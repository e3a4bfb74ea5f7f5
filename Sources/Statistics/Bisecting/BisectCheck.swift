/// A version whose verdict is known, replayed at the end to check that the bench has not changed.
///
/// A good one must pass as often as is needed to show that it is not bad; a bad one must fail, within as many rounds
/// as its own test would need to call it good.
struct BisectCheck: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case open, confirmed
        /// It does not match its verdict, for this reason.
        case doubted(reason: String)
        /// The rig repeatedly reached no verdict.
        case rigFailed
    }

    private(set) var state = State.open
    /// The rounds that count.
    private(set) var rounds = 0
    /// The number of them that failed like the bad end.
    private(set) var failures = 0
    private var leftOutInARow = 0
    private var others = 0

    mutating func doubt(_ reason: String) { state = .doubted(reason: reason) }

    mutating func leaveOut() {
        leftOutInARow += 1
        if leftOutInARow >= Bisection.mostLeftOutInARow { state = .rigFailed }
    }

    /// Takes a round of a version that was found bad, or good. `risk` is that of its verdict.
    mutating func take(
        _ round: BisectSearch.Round, _ isSought: (BisectSearch.Failure) -> Bool, isBad: Bool, risk: Double?,
        _ bisection: Bisection
    ) {
        guard state == .open else { return }
        var seen: BisectSearch.Failure?
        switch round {
        case .noVerdict: return leaveOut()
        case .passed: break
        case .failed(let all):
            leftOutInARow = 0
            seen = all.first(where: isSought)
            if seen == nil { return takeOther(all.first, isBad: isBad, bisection.settings) }
            failures += 1
        }
        leftOutInARow = 0
        rounds += 1
        let usual = 1 - bisection.settings.confidence
        let allowed = isBad || bisection.settings.goodRate > 0 ? risk ?? usual : usual
        let count = "\(failures) of \(rounds) rounds failed"
        switch bisection.decision(failures: failures, of: rounds, allowed) {
        case .accept where isBad: doubt("it was bad, but no longer fails: \(count)")
        case .reject where !isBad:
            let failure = seen.map { ", \($0.code) in \($0.scenario)" } ?? ""
            doubt("it was good, and fails now: \(count)\(failure)")
        case .accept, .reject: state = .confirmed
        case .undecided:
            if rounds >= bisection.mostRuns(allowed) { doubt("nothing shows that it is still what it was: \(count)") }
        }
    }

    /// Takes a failure of another kind. If a good version never fails, any failure of it is a mismatch.
    private mutating func takeOther(_ failure: BisectSearch.Failure?, isBad: Bool, _ settings: BisectSettings) {
        others += 1
        guard others >= (isBad || settings.goodRate > 0 ? BisectSearch.mostOtherFailures : 1) else { return }
        let told = failure.map { ": \($0.code) in \($0.scenario)" } ?? ""
        doubt("it fails in another way than before\(told)")
    }

    /// Returns the number of rounds that may be played at a time without any being superfluous.
    func wanted(isBad: Bool, _ settings: BisectSettings) -> Int {
        guard !isBad, settings.goodRate == 0, settings.badRate < 1 else { return 1 }
        return max(1, CleanRuns.needed(below: settings.badRate, confidence: settings.confidence) - rounds)
    }
}
