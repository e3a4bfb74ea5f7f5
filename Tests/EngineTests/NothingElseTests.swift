import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// `NothingElse`: which events count, which do not, and when an absence is no evidence.
struct NothingElseTests {
    private static func bench(@StepBuilder _ steps: () -> [Step]) -> DirectorBench {
        DirectorBench(Scenario("quiet", "Nothing else happens", phone: .withDoorApp, steps))
    }

    private static func stopping(@StepBuilder _ steps: () -> [Step]) -> DirectorBench {
        bench {
            Stop(.door, within: .seconds(1))
            Repeat(1, steps)
        }
    }

    @Test("It waits its length and passes; events that the block's words request or cause do not count")
    func passes() {
        var bench = Self.bench {
            Stop(.door, within: .seconds(1))
            Expect(.retry(.door), count: .atMost(3), within: .seconds(1))
            NothingElse(for: .seconds(1))
        }
        bench.hear(.received(message: .didStop), at: 100)
        bench.hear(.accessoryDidStop, at: 100)
        bench.hear(.retry(attempt: 1), at: 200)
        bench.hear(.zone(accessory: .door, change: .init(.left, "near", at: .metres(2))), at: 300)
        bench.pass(to: 1099)
        #expect(bench.ending == nil)
        bench.pass(to: 1100)
        #expect(bench.ending == .complete)
    }

    @Test(
        "Anything else fails at once, with its code and its link",
        arguments: [
            (PhoneEvent.nearby(accessory: .door, event: .received(message: .other)), LinkID.bluetooth(.door)),
            (.nearby(accessory: .door, event: .received(message: .configuration)), .bluetooth(.door)),
            (.nearby(accessory: .door, event: .sessionWasSuspended), .bluetooth(.door)),
            (.nearby(accessory: "trunk", event: .received(message: .didStop)), .bluetooth("trunk")),
            (.channel(accessory: .door, event: .pairingFailed(reason: "no")), .bluetooth(.door)),
            (.channel(accessory: .door, event: .ready(mtu: 23, profile: "x")), .bluetooth(.door)),
            (.nearby(accessory: .door, event: .peerStillRanges(distance: .metres(1))), .kit),
            (.zone(accessory: "trunk", change: .init(.entered, "near", at: .metres(1))), .kit),
            (.tag(event: .gone), .reader), (.tag(event: .banner), .reader),
        ])
    func fails(event: PhoneEvent, link: LinkID) {
        var bench = Self.bench {
            Stop(.door, within: .seconds(1))
            NothingElse(for: .seconds(1)).otherwise(
                "it cannot be quiet", code: "session.rangesAfterStop", when: "expectation.somethingElse")
        }
        bench.hear(.accessoryDidStop, at: 100)
        bench.hear(event, at: 500)
        #expect(bench.failure?.code == "expectation.somethingElse" && bench.failure?.link == link)
        #expect(
            bench.failure?.shownMeaning?.code == "session.rangesAfterStop"
                && bench.failure?.restsOnKit == (link == .kit))
        #expect(bench.now == .start + .milliseconds(500))
    }

    @Test("An event that is expected never to come counts as something else")
    func forbidden() {
        var bench = Self.bench {
            NothingElse(for: .seconds(1))
            Expect(.received(.other, from: .door), count: 0)
        }
        bench.hear(.received(message: .other), at: 500)
        #expect(bench.failure?.code == "expectation.somethingElse")
    }

    @Test("Events earlier in the block count too, and so do those until the block ends")
    func wholeBlock() {
        func bench() -> DirectorBench {
            Self.stopping {
                Stay(.milliseconds(100))
                NothingElse(for: .milliseconds(100))
                Stay(.milliseconds(100))
            }
        }
        var before = bench()
        before.hear(.received(message: .other), at: 5)
        before.hear(.accessoryDidStop, at: 10)
        before.pass(to: 400)
        #expect(before.ending == .complete, "what was before the block is nothing of it")
        var early = bench()
        early.hear(.accessoryDidStop, at: 10)
        early.hear(.received(message: .other), at: 50)
        early.pass(to: 120)
        #expect(early.failure?.code == "expectation.somethingElse")
        var late = bench()
        late.hear(.accessoryDidStop, at: 10)
        late.hear(.received(message: .other), at: 250)
        #expect(late.ending == nil)
        late.pass(to: 400)
        #expect(late.failure?.code == "expectation.somethingElse")
        #expect(late.failure?.spot.line == early.failure?.spot.line)
    }

    @Test("Rounds of a running session count as something else, the phone's own actions do not")
    func ownDoing() {
        var bench = Self.bench { NothingElse(for: .seconds(1)) }
        bench.measure(2_000, at: 100)
        bench.hear(.sent(accessory: .door, message: .initialize), at: 200)
        bench.hear(.paused, at: 300)
        bench.pass(to: 1000)
        #expect(bench.ending == .complete)
    }

    @Test("A kit that is silent while a session runs is no evidence")
    func deafKit() {
        func bench() -> DirectorBench {
            Self.bench {
                Begin(.configuration, with: .door)
                Stay(.milliseconds(200))
                NothingElse(for: .milliseconds(300))
            }
        }
        var deaf = bench()
        deaf.runSession(at: 10)
        deaf.measure(2_000, at: 100)
        deaf.pass(to: 500)
        guard case .error(let error) = deaf.ending else {
            Issue.record("\(String(describing: deaf.ending))")
            return
        }
        #expect(error.code == "rig.undecided" && error.link == .kit)
        var looking = bench()
        looking.runSession(at: 10)
        looking.measure(2_000, at: 100)
        looking.measure(nil, at: 300)
        looking.measure(nil, at: 490)
        looking.pass(to: 500)
        #expect(looking.ending == .complete)
    }

    @Test("A reader that was away is no evidence in a scenario that needs one")
    func blindReader() {
        var bench = Self.bench {
            Tap(.doorTag) { Expect(.tagUnreadable, count: .atMost(1)) }
            NothingElse(for: .seconds(1))
        }
        #expect(bench.director.observations.devices.needsReader)
        bench.hear(.tag(event: .readerLost(reason: "unplugged")), at: 100)
        bench.pass(to: 60_000)
        guard case .error = bench.ending else {
            Issue.record("\(String(describing: bench.ending))")
            return
        }
    }
}
