import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Limits on measurements, checked with samples known to the millisecond and the millimetre.
struct RequirementTests {
    /// Returns the result of a limit over a stay of ten seconds in which the given events occur.
    private func judged(
        _ requirement: Require, _ happen: (inout DirectorBench) -> Void
    ) -> (isKept: Bool, seen: String?) {
        var bench = DirectorBench(Scenario("limit", "Holds a limit") { Stay(.seconds(10)) { requirement } })
        happen(&bench)
        bench.pass(to: 10_000)
        return (bench.ending == .complete, bench.seen)
    }

    // MARK: Percentiles

    /// Known results of the nearest rank.
    @Test(
        "A percentile is the nearest rank",
        arguments: [
            (5, [15, 20, 35, 40, 50], 15), (30, [15, 20, 35, 40, 50], 20), (40, [15, 20, 35, 40, 50], 20),
            (50, [15, 20, 35, 40, 50], 35), (100, [15, 20, 35, 40, 50], 50), (1, [15, 20, 35, 40, 50], 15),
            (25, [3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 7), (50, [3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 8),
            (75, [3, 6, 7, 8, 8, 10, 13, 15, 16, 20], 15), (95, [20, 3, 16, 6, 15, 7, 13, 8, 10, 8], 20),
            (90, [20, 3, 16, 6, 15, 7, 13, 8, 10, 8], 16), (95, [7], 7), (1, [7], 7),
        ] as [(Int, [Int], Int)])
    func nearestRank(percent: Int, samples: [Int], answer: Int) {
        #expect(Statistics.percentile(percent, of: samples) == answer)
    }

    @Test("No samples have no percentile, mean or deviation; one sample has no deviation")
    func nothing() {
        #expect(Statistics.percentile(95, of: [Int]()) == nil)
        func sum(_ errors: [Int64]) -> ErrorSum { errors.reduce(into: ErrorSum()) { $0.add($1) } }
        #expect(sum([]).mean == nil && sum([]).standardDeviation == nil)
        #expect(sum([3]).mean == 3 && sum([3]).standardDeviation == nil)
        #expect(sum([2, 4, 4, 4, 5, 5, 7, 9]).standardDeviation.map { Int(($0 * 1000).rounded()) } == 2138)
    }

    /// Twenty answers after 10, 20, ... 200 ms: the 19th of them is the 95th percentile.
    private func twentyAnswers(_ bench: inout DirectorBench) {
        for number in 1...20 { bench.exchange(.initialize, .configuration, after: 10 * number, at: 400 * number) }
    }

    @Test("A percentile of the times must keep the limit, to the millisecond")
    func latencyPercentile() {
        let metric = Metric.latency(.configuration, of: .door)
        for (percent, limit) in [(95, 190), (50, 100), (10, 20), (100, 200)] {
            #expect(judged(Require(metric, percentile: percent, atMost: .milliseconds(limit)), twentyAnswers).isKept)
            let broken = judged(Require(metric, percentile: percent, atMost: .milliseconds(limit - 1)), twentyAnswers)
            #expect(!broken.isKept && broken.seen == "\(Lapse.milliseconds(limit)) of 20 samples")
        }
    }

    @Test("Without a percentile every time must keep the limit")
    func everyLatency() {
        let metric = Metric.latency(.configuration, of: .door)
        #expect(judged(Require(metric, atMost: .milliseconds(200)), twentyAnswers).isKept)
        #expect(!judged(Require(metric, atMost: .milliseconds(199)), twentyAnswers).isKept)
    }

    // MARK: Times

    @Test("Each time is measured from its question to its answer")
    func times() {
        func play(_ bench: inout DirectorBench) {
            bench.exchange(.initialize, .configuration, after: 20, at: 1_000)
            bench.exchange(.shareableConfiguration, .didStart, after: 300, at: 1_030)
            bench.measure(nil, at: 1_400)
            bench.measure(2_000, at: 1_600)
            bench.measure(2_000, at: 1_800)
            bench.exchange(.stop, .didStop, after: 50, at: 2_000)
        }
        let exact: [(Metric<Lapse>, Int)] = [
            (.latency(.configuration, of: .door), 20), (.latency(.didStart, of: .door), 300),
            (.latency(.didStop, of: .door), 50), (.exchange(of: .door), 330), (.firstFix(of: .door), 570),
        ]
        for (metric, span) in exact {
            #expect(judged(Require(metric, atMost: .milliseconds(span)), play).isKept, "\(metric.figure)")
            let broken = judged(Require(metric, atMost: .milliseconds(span - 1)), play)
            #expect(broken.seen?.hasPrefix("\(Lapse.milliseconds(span)) of 1 samples") == true, "\(metric.figure)")
        }
    }

    @Test("The connection is timed from the request until the data channel is usable")
    func connection() {
        func play(limit: Int) -> DirectorBench {
            var bench = DirectorBench(
                Scenario("connects", "Connects in time") {
                    Connect(.door, within: .seconds(5))
                    Require(.connection(of: .door), atMost: .milliseconds(limit))
                })
            bench.hear(.channel(accessory: .door, event: .ready(mtu: 100, profile: "Nordic UART")), at: 700)
            return bench
        }
        #expect(play(limit: 700).ending == .complete)
        #expect(play(limit: 699).seen == "700.0 ms of 1 samples")
    }

    @Test("If a question is repeated, the last one is timed; an answer to no question is no sample")
    func lastQuestion() {
        let require = Require(.latency(.configuration, of: .door), atMost: .milliseconds(100))
        #expect(
            judged(require) { bench in
                bench.hear(.sent(accessory: .door, message: .initialize), at: 1_000)
                bench.exchange(.initialize, .configuration, after: 100, at: 2_000)
                bench.hear(.received(message: .configuration), at: 9_000)
            }.isKept)
    }

    @Test("A question that a lost link cuts off gives no sample, and neither does another accessory")
    func cutOff() {
        var bench = DirectorBench(
            Scenario("lost", "Loses the link between a question and its answer") {
                Stay(.seconds(10)) {
                    Expect(.disconnected(.door), count: 1)
                    Require(.latency(.configuration, of: .door), atMost: .seconds(9))
                }
            })
        bench.hear(.sent(accessory: .door, message: .initialize), at: 1_000)
        bench.hear(.channel(accessory: .door, event: .lost(reason: .remote)), at: 1_001)
        bench.hear(.received(message: .configuration), at: 1_002)
        bench.hear(.sent(accessory: .trunk, message: .initialize), at: 1_003)
        bench.hear(.received(message: .configuration), from: .trunk, at: 1_004)
        bench.pass(to: 10_000)
        // No sample means no evidence: an error, not a failure.
        guard case .error(let error) = bench.ending else {
            Issue.record("no sample was judged")
            return
        }
        #expect(error.code == "rig.undecided")
    }

    // MARK: Distances

    private func distances(_ list: [Int32?], every step: Int = 200) -> (inout DirectorBench) -> Void {
        { bench in for (index, distance) in list.enumerated() { bench.measure(distance, at: 1_000 + index * step) } }
    }

    @Test("The update rate is that of the distances, from the first to the last")
    func updateRate() {
        let nine = distances([2_000, 2_000, nil] + Array(repeating: 2_000, count: 4) + [nil, 2_000, 2_000, 2_000])
        #expect(judged(Require(.updateRate(of: .door), atLeast: .hertz(4)), nine).isKept)
        #expect(!judged(Require(.updateRate(of: .door), atLeast: .hertz(4.01)), nine).isKept)
        #expect(judged(Require(.updateRate(of: .door), atMost: .hertz(4)), nine).isKept)
        #expect(!judged(Require(.updateRate(of: .door), atMost: .hertz(3.99)), nine).isKept)
    }

    @Test("Availability is the share of the rounds that gave a distance")
    func availability() {
        let most = distances([2_000, nil, 2_000, 2_000])
        #expect(judged(Require(.availability(of: .door), atLeast: .percent(75)), most).isKept)
        #expect(!judged(Require(.availability(of: .door), atLeast: .percent(75.1)), most).isKept)
        let none = judged(Require(.availability(of: .door), atLeast: .percent(50)), distances([nil, nil]))
        #expect(none.seen?.hasPrefix("0.0 % of 2 samples") == true, "\(none.seen ?? "")")
    }

    /// Returns a bench with distances measured while the accessory is at two metres.
    private func atTwoMetres(_ require: Require, _ list: [Int32]) -> DirectorBench {
        var bench = DirectorBench(
            Scenario("placed", "Measures at a known place") {
                Place(.door, at: .metres(2))
                Stay(.seconds(10)) { require }
            })
        distances(list)(&bench)
        bench.pass(to: 10_000)
        return bench
    }

    @Test("Bias is the mean error against the true place, either way")
    func bias() {
        let far: [Int32] = Array([[2_100, 2_200, 2_300], [2_100, 2_200, 2_300], [2_100, 2_200, 2_300]].joined())
        let near: [Int32] = Array([[1_700, 1_900], [1_700, 1_900], [1_700, 1_900], [1_700, 1_900]].joined())
        #expect(atTwoMetres(Require(.bias(of: .door), within: .millimetres(200)), far).ending == .complete)
        let broken = atTwoMetres(Require(.bias(of: .door), within: .millimetres(199)), far)
        #expect(broken.seen?.hasPrefix("0.20 m of 9 samples") == true, "\(broken.seen ?? "")")
        #expect(atTwoMetres(Require(.bias(of: .door), within: .millimetres(200)), near).ending == .complete)
        #expect(atTwoMetres(Require(.bias(of: .door), within: .millimetres(199)), near).failure != nil)
    }

    @Test("The standard deviation is that of a sample, around the mean error")
    func deviation() {
        let limit = Require(.standardDeviation(of: .door), atMost: .millimetres(100))
        func scattered(by error: Int32) -> [Int32] {
            Array(repeating: 3_000 - error, count: 4) + [3_000] + Array(repeating: 3_000 + error, count: 4)
        }
        #expect(atTwoMetres(limit, scattered(by: 100)).ending == .complete)
        #expect(atTwoMetres(limit, scattered(by: 101)).failure != nil)
        guard case .error = atTwoMetres(limit, [3_000]).ending else {
            Issue.record("one sample has no spread, and shows nothing")
            return
        }
    }

    @Test("While the accessory moves, its true distance is unknown, and no sample counts for the bias")
    func moving() {
        var bench = DirectorBench(
            Scenario("walks", "Walks, and measures at the end") {
                Walk(toward: .door, from: .metres(4), to: .metres(2), at: .metresPerSecond(1))
                Stay(.seconds(5)) { Require(.bias(of: .door), within: .millimetres(10)) }
            })
        for number in 0..<8 { bench.measure(9_000, at: 200 * number) }
        bench.stage(.arrived(.door), at: 2_000)
        for number in 0..<8 { bench.measure(2_010, at: 2_500 + 200 * number) }
        bench.pass(to: 10_000)
        #expect(bench.ending == .complete, "\(bench.seen ?? "")")
    }

    // MARK: Evidence

    @Test("Without measurements no limit is kept")
    func nothingMeasured() {
        let requires: [Require] = [
            Require(.latency(.configuration, of: .door), atMost: .seconds(9)),
            Require(.latency(.didStart, of: .door), percentile: 95, atMost: .seconds(9)),
            Require(.connection(of: .door), atMost: .seconds(9)), Require(.exchange(of: .door), atMost: .seconds(9)),
            Require(.firstFix(of: .door), atMost: .seconds(9)),
            Require(.updateRate(of: .door), atLeast: .zero), Require(.updateRate(of: .door), atMost: .hertz(99)),
            Require(.availability(of: .door), atLeast: .zero), Require(.bias(of: .door), within: .metres(99)),
            Require(.standardDeviation(of: .door), atMost: .metres(99)),
        ]
        for require in requires {
            let (isKept, seen) = judged(require) { _ in }
            #expect(!isKept && seen == nil, "\(require.requirement)")
        }
        #expect(!judged(Require(.updateRate(of: .door), atLeast: .zero), distances([2_000])).isKept)
        // Measured, but the true distance is unknown.
        #expect(!judged(Require(.bias(of: .door), within: .metres(9)), distances([2_000, 2_000])).isKept)
    }

    @Test("A limit counts from the beginning of its block")
    func scope() {
        var bench = DirectorBench(
            Scenario("blocks", "Counts in blocks") {
                Stay(.seconds(1))
                Repeat(2) {
                    Stay(.seconds(1))
                    Require(.latency(.configuration, of: .door), atMost: .milliseconds(50))
                }
            })
        bench.exchange(.initialize, .configuration, after: 500, at: 100)
        bench.exchange(.initialize, .configuration, after: 50, at: 1_100)
        bench.exchange(.initialize, .configuration, after: 40, at: 2_100)
        bench.pass(to: 9_000)
        #expect(bench.ending == .complete, "\(bench.seen ?? "")")
    }

    @Test("The values judged against a limit are in the step's record, with the limit")
    func measured() throws {
        var bench = DirectorBench(
            Scenario("measured", "Says what it measured") {
                Stay(.seconds(10)) {
                    Require(.latency(.configuration, of: .door), percentile: 95, atMost: .milliseconds(500))
                }
            })
        twentyAnswers(&bench)
        bench.pass(to: 10_000)
        let measured = bench.effects.compactMap { effect in
            if case .journal(.stepPassed(_, _, let measured)) = effect { measured } else { nil }
        }.flatMap { $0 }
        let one = try #require(measured.first)
        #expect(one.description == "latency of configuration from door, percentile 95 190.0 ms of 500.0 ms")
    }
}
