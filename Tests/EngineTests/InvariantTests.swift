import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// Checks over many steps: violations that cannot be repaired fail immediately, everything else is judged at the end
/// of the steps.
struct InvariantTests {
    private func throughout(_ check: Expect) -> DirectorBench {
        DirectorBench(
            Scenario("throughout", "Holds a check over two stays") {
                Throughout {
                    check
                } steps: {
                    Stay(.seconds(1))
                    Stay(.seconds(1))
                }
                Stay(.seconds(1))
            })
    }

    @Test("A count that is exceeded fails at once, in the middle of a step")
    func exceededAtOnce() {
        var bench = throughout(Expect(.retry(.door), count: 1).otherwise("it tries too often", when: .tooManyCame))
        bench.hear(.retry(attempt: 1), at: 300)
        #expect(bench.ending == nil)
        bench.hear(.retry(attempt: 2), at: 400)
        #expect(bench.failure?.shownMeaning?.text == "it tries too often")
        #expect(bench.seen?.hasPrefix("it happened 2 times") == true)
        #expect(bench.now == .start + .milliseconds(400))
    }

    @Test("A count that is not reached is judged when the steps end, and not before")
    func judgedAtTheEnd() {
        var bench = throughout(Expect(.retry(.door), count: 1).otherwise("it never tries", when: .nothingCame))
        bench.pass(to: 1_999)
        #expect(bench.ending == nil)
        bench.pass(to: 2_000)
        #expect(
            bench.failure?.shownMeaning?.text == "it never tries" && bench.seen?.hasPrefix("it did not happen") == true)
    }

    @Test("Events before and after the block do not count for it")
    func scope() {
        var bench = throughout(Expect(.retry(.door), count: 1))
        bench.hear(.retry(attempt: 1), at: 1_500)
        bench.hear(.retry(attempt: 2), at: 2_500)
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete, "\(bench.seen ?? "")")
    }

    @Test("A lower bound is met by events during any of the steps", arguments: [500, 1_500])
    func lowerBound(at milliseconds: Int) {
        var bench = throughout(Expect(.retry(.door), count: .atLeast(1)))
        bench.hear(.retry(attempt: 1), at: milliseconds)
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete)
    }

    /// Answers after 100, 900 and 100 ms.
    private func answer(_ bench: inout DirectorBench) {
        bench.exchange(.initialize, .configuration, after: 100, at: 1_000)
        bench.exchange(.initialize, .configuration, after: 900, at: 2_000)
        bench.exchange(.initialize, .configuration, after: 100, at: 3_000)
        bench.pass(to: 10_000)
    }

    private func limited(_ require: Require) -> DirectorBench {
        DirectorBench(
            Scenario("limited", "Holds a limit over a stay") {
                Throughout {
                    require
                } steps: {
                    Stay(.seconds(9))
                }
            })
    }

    @Test("One sample beyond a limit that every sample must keep fails at once")
    func brokenByOneSample() {
        var bench = limited(
            Require(.latency(.configuration, of: .door), atMost: .milliseconds(500)).otherwise(
                "it is too slow", when: .limitMissed))
        bench.exchange(.initialize, .configuration, after: 100, at: 1_000)
        #expect(bench.ending == nil)
        bench.exchange(.initialize, .configuration, after: 501, at: 2_000)
        #expect(bench.failure?.shownMeaning?.text == "it is too slow" && bench.seen == "501.0 ms of 2 samples")
        #expect(bench.now == .start + .milliseconds(2_501))
    }

    @Test("A percentile is judged when the steps end, because more samples may still mend it")
    func percentileAtTheEnd() {
        var kept = limited(Require(.latency(.configuration, of: .door), percentile: 60, atMost: .milliseconds(500)))
        answer(&kept)
        #expect(kept.ending == .complete)
        var broken = limited(Require(.latency(.configuration, of: .door), percentile: 70, atMost: .milliseconds(500)))
        for number in 1...4 { broken.exchange(.initialize, .configuration, after: 900, at: 1_000 * number) }
        broken.pass(to: 8_999)
        #expect(broken.ending == nil)
        broken.pass(to: 9_000)
        #expect(broken.seen == "900.0 ms of 4 samples")
    }

    @Test("A rate below its limit in the middle is no failure: it is judged over all of the steps")
    func rateAtTheEnd() {
        var bench = limited(Require(.availability(of: .door), atLeast: .percent(75)))
        bench.measure(nil, at: 1_000)
        for number in 1...3 { bench.measure(2_000, at: 1_000 + 200 * number) }
        bench.pass(to: 9_000)
        #expect(bench.ending == .complete)
    }

    // MARK: From the first step to the last

    private func always(_ check: Expect) -> DirectorBench {
        DirectorBench(
            Scenario("always", "Holds a check from the first step to the last") {
                Stay(.seconds(1))
                Repeat(2) { Stay(.seconds(1)) }
            } always: {
                check
            })
    }

    @Test("A check over the whole scenario fails as soon as nothing can mend it, whatever block is playing")
    func alwaysExceeded() {
        var bench = always(Expect(.prompted, count: 0).otherwise("the system asked", when: .tooManyCame))
        bench.hear(.prompted, at: 1_500)
        #expect(bench.failure?.shownMeaning?.text == "the system asked")
    }

    @Test("A check over the whole scenario is judged after its last step")
    func alwaysJudged() {
        var met = always(Expect(.prompted, count: 1))
        met.hear(.prompted, at: 2_999)
        met.pass(to: 3_000)
        #expect(met.ending == .complete)
        var missed = always(Expect(.prompted, count: 1))
        missed.pass(to: 3_000)
        #expect(missed.seen == "it did not happen")
    }

    @Test("A check over the whole scenario is evidence enough")
    func alwaysIsEvidence() {
        var bench = always(Expect(.prompted, count: 0))
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete)
    }

    @Test("A limit over the whole scenario is in the run's figures")
    func alwaysMeasured() {
        let scenario = Scenario("always", "Measures from the first step to the last") {
            Connect(.door, within: .seconds(5))
            Exchange(.configuration, with: .door, within: .seconds(2))
            Stop(.door, within: .seconds(2))
        } always: {
            Require(.exchange(of: .door), atMost: .seconds(1))
        }
        let played = play(scenario)
        #expect(played.summary.verdict == .passed, "\(played.summary.reason ?? "")")
        #expect(played.summary.measured.contains { $0.what == "exchange with door" && $0.limit == .span(.seconds(1)) })
        let slow = play(scenario, defects: [.slowConfiguration])
        #expect(slow.summary.verdict == .failed)
    }
}
