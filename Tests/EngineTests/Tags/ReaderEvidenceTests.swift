import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// An event that a reader did not see is no evidence, and its errors are not the tag's.
struct ReaderEvidenceTests {
    private static func scenario(@StepBuilder _ steps: () -> [Step]) -> Scenario {
        Scenario("evidence", "Counts what must not happen", phone: .withDoorApp, steps)
    }

    private static func reason(_ ending: Ending?) -> String {
        if case .error(let error)? = ending { error.reason } else { "\(String(describing: ending))" }
    }

    private static let quiet = scenario {
        Tap(.doorTag) { Expect(.opened(.doorApp)) }
        Stay(.seconds(2)) { Expect(.notified(), count: 0) }
    }

    /// Returns a stay of two seconds from the start.
    private static func stay(_ count: Count = 0) -> DirectorBench {
        DirectorBench(
            scenario {
                Stay(.seconds(2)) { Expect(.notified(), count: count) }
                Hold(.doorTag, for: .seconds(1))
            })
    }

    @Test("A count of zero is met if the reader polled all the time")
    func watched() {
        var bench = Self.stay()
        bench.pass(to: 2_500)
        #expect(bench.ending == nil && bench.started.count == 2)
    }

    @Test("A count of zero cannot be judged while the reader is away", arguments: [Count.exactly(0), .atMost(1)])
    func away(count: Count) {
        var bench = Self.stay(count)
        bench.hear(.tag(event: .readerLost(reason: "the cable is out")), at: 500)
        bench.pass(to: 2_500)
        let reason = Self.reason(bench.ending)
        #expect(reason.hasSuffix("which cannot be judged: the nfc reader is gone: the cable is out"), "\(reason)")
    }

    @Test("A count of zero cannot be judged if the reader was away for part of the time")
    func awayMeanwhile() {
        for (lost, back) in [(500, 1_500), (-1, 500)] {
            var bench = Self.stay()
            bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: max(0, lost))
            bench.hear(.tag(event: .readerBack(name: "a reader", after: .seconds(1))), at: back)
            bench.pass(to: 2_500)
            let reason = Self.reason(bench.ending)
            #expect(reason.hasSuffix("the nfc reader was away meanwhile: it aborted"), "\(reason)")
        }
    }

    @Test("A count of zero is an error once the reader has failed and left a tag unread")
    func failed() {
        for (weight, isJudged) in [(Finding.Weight.warning, true), (.fault, false)] {
            var bench = Self.stay()
            bench.hear(
                .finding(link: .reader, finding: Finding("test.odd", weight, "it failed 2 times while it read a tag")),
                at: 500)
            bench.pass(to: 2_500)
            #expect((bench.ending == nil) == isJudged, "\(weight): \(String(describing: bench.ending))")
            guard !isJudged else { continue }
            let reason = Self.reason(bench.ending)
            #expect(reason == "nfc reader: it failed 2 times while it read a tag", "\(reason)")
        }
    }

    @Test("Nor can an exact count that is met be judged after a loss")
    func exact() {
        var bench = DirectorBench(
            Self.scenario {
                Repeat(1) {
                    Expect(.tagDetected, count: 1, within: .seconds(1))
                    Stay(.seconds(2))
                }
            })
        bench.hear(.tag(event: .detected(tag: TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0))), at: 20)
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 500)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 600)
        bench.pass(to: 3_000)
        let reason = Self.reason(bench.ending)
        #expect(reason.hasSuffix("the nfc reader was away meanwhile: it aborted"), "\(reason)")
    }

    @Test("A lower bound that was met no longer needs the reader")
    func atLeast() {
        var bench = DirectorBench(
            Self.scenario {
                Expect(.tagDetected, count: .atLeast(1), within: .seconds(1))
                Stay(.seconds(2))
            })
        bench.hear(.tag(event: .detected(tag: TagIdentity(uid: [1, 2, 3, 4], atqa: 4, sak: 0))), at: 20)
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 500)
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete)
    }

    @Test("A loss that ended before the window, or that concerns another count, does not matter")
    func before() {
        var bench = DirectorBench(
            Self.scenario {
                Expect(.readerBack, within: .seconds(5))
                Stay(.seconds(2)) { Expect(.notified(), count: 0) }
            })
        bench.hear(.tag(event: .readerLost(reason: "it aborted")), at: 100)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 200)
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete)
    }

    @Test("A reader that the scenario disturbs on purpose may be away, as long as it comes back")
    func asked() {
        let steps = Self.scenario {
            SimulatingReader(.silent) { Stay(.seconds(1)) }
            Stay(.seconds(2))
            Expect(.notified(), count: 0)
        }
        // The answer that was due when the failure ended is lost as well.
        for lost in [500, 1_400] {
            var bench = DirectorBench(steps)
            bench.hear(.tag(event: .readerLost(reason: "silence")), at: lost)
            bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 1_800)
            bench.pass(to: 4_000)
            #expect(bench.ending == .complete, "\(lost)")
        }
        var bench = DirectorBench(steps)
        bench.hear(.tag(event: .readerLost(reason: "silence")), at: 500)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 1_200)
        bench.hear(.tag(event: .readerLost(reason: "the cable")), at: 1_500)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 1_600)
        bench.pass(to: 4_000)
        #expect(Self.reason(bench.ending).hasSuffix("was away meanwhile: the cable"), "a second loss is not asked for")
    }

    @Test("A fault that the scenario caused does not excuse a loss after a request that was answered since")
    func askedAndAnswered() {
        let lasting = Self.scenario {
            SimulatingReader(.silent) { Stay(.milliseconds(10)) }
            Stay(.seconds(2)) { Expect(.notified(), count: 0) }
            Stay(.seconds(1))
        }
        // A request in progress when the failure ends may be lost because of it, and so may a later one, because the
        // stage may be late; but the first one answered shows that it is over.
        let cases = [([], true), ([50], true), ([50, 100], false), ([5, 50], true), ([5, 50, 100], false)]
        for (asked, isExcused) in cases {
            var bench = DirectorBench(lasting)
            for (number, instant) in asked.enumerated() {
                bench.pass(to: instant)
                if number > 0 { bench.director.observations.note(ReaderEvent.noTag) }
                bench.director.observations.note(ReaderRequest.poll)
            }
            bench.hear(.tag(event: .readerLost(reason: "the cable")), at: 500)
            bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 600)
            bench.pass(to: 4_000)
            #expect((bench.ending == .complete) == isExcused, "\(asked): \(String(describing: bench.ending))")
        }
    }

    @Test("A momentary fault excuses the loss at the exchange that it hits, and no other")
    func momentary() {
        let steps = Self.scenario {
            SimulateReader(.aborts)
            Stay(.seconds(2)) { Expect(.notified(), count: 0) }
            Stay(.seconds(1))
        }
        let exchange = ReaderRequest.exchange([0x30, 0], within: .milliseconds(500))
        let cases: [([ReaderRequest], ReaderEvent, Bool)] = [
            ([.poll], .noTag, false), ([.poll, exchange], .noTag, true), ([.poll, .checkPresence], .noTag, true),
            ([exchange, exchange], .response([]), false), ([.checkPresence, exchange], .tagPresent, true),
        ]
        for (requests, answer, isExcused) in cases {
            var bench = DirectorBench(steps)
            for (number, request) in requests.enumerated() {
                if number > 0 { bench.director.observations.note(answer) }
                bench.director.observations.note(request)
            }
            bench.hear(.tag(event: .readerLost(reason: "libnfc aborted")), at: 500)
            bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 600)
            bench.pass(to: 4_000)
            #expect((bench.ending == .complete) == isExcused, "\(requests): \(String(describing: bench.ending))")
        }
    }

    @Test("A fault that cannot lose a reader excuses no loss")
    func overheatedAndLost() {
        var bench = DirectorBench(
            Self.scenario {
                SimulatingReader(.overheats) { Stay(.seconds(2)) { Expect(.notified(), count: 0) } }
                Stay(.seconds(1))
            })
        bench.hear(.tag(event: .readerLost(reason: "the cable")), at: 500)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 600)
        bench.pass(to: 4_000)
        #expect(Self.reason(bench.ending).hasSuffix("was away meanwhile: the cable"), "\(Self.reason(bench.ending))")
    }

    @Test("A loss that the scenario waits for is intended")
    func expected() {
        var bench = DirectorBench(
            Self.scenario {
                Expect(.readerLost, within: .seconds(5))
                Expect(.readerBack, within: .seconds(5))
                Expect(.notified(), count: 0)
            })
        bench.hear(.tag(event: .readerLost(reason: "a person pulled it")), at: 500)
        bench.hear(.tag(event: .readerBack(name: "a reader", after: .milliseconds(5))), at: 900)
        #expect(bench.ending == .complete)
    }

    @Test("A reader that was never ready has seen nothing")
    func neverReady() {
        var director = Director(RunSetting(scenario: Self.stay().director.scenario, stagePatience: .seconds(5)))
        _ = director.begin(at: .start)
        let effects = director.advance(to: .start + .seconds(2))
        guard case .end(.error(let reason))? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(reason.link == .reader && reason.reason.hasSuffix("the nfc reader was not ready yet"), "\(reason)")
    }

    @Test("A reader whose chip fails again and again is an error, and the tag has not failed")
    func overheats() {
        let played = play(
            Self.scenario { SimulatingReader(.overheats) { Tap(.doorTag) { Expect(.opened(.doorApp), count: 1) } } })
        #expect(played.summary.verdict == .error && played.summary.failures.isEmpty)
        let reason = played.summary.reason ?? ""
        #expect(reason.contains("nfc reader: it failed 2 times while it read a tag"), "\(reason)")
        #expect(!played.kinds.contains("unreadable"))
        #expect(play(Self.quiet).summary.verdict == .passed)
    }

    @Test("A step that fails after the reader failed at an exchange cannot be judged")
    func failureMeanwhile() {
        var bench = DirectorBench(Self.quiet)
        bench.stage(.presented(.doorTag), at: 10)
        bench.hear(.finding(link: .reader, finding: Finding("test.odd", .warning, "it failed at an exchange")), at: 20)
        bench.hear(.tag(event: .unreadable(reason: "torn away")), at: 30)
        let reason = Self.reason(bench.ending)
        #expect(reason.hasSuffix("the nfc reader failed meanwhile: it failed at an exchange"), "\(reason)")
    }
}
