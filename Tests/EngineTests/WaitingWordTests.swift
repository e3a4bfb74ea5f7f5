import Ground
import Journal
import Phone
import ScenarioKit
import Scenarios
import Testing

@testable import Engine

/// Words that wait at their place: `Await`, and an expectation with a length.
struct WaitingWordTests {
    private static func bench(@StepBuilder _ steps: () -> [Step]) -> DirectorBench {
        DirectorBench(Scenario("waits", "Waits", phone: .withDoorApp, steps))
    }

    @Test("Await counts from its own line on")
    func await() {
        var bench = Self.bench {
            Stay(.milliseconds(100))
            Await(.received(.didStop, from: .door), within: .seconds(1))
        }
        bench.hear(.received(message: .didStop), at: 50)
        bench.pass(to: 500)
        #expect(bench.ending == nil)
        bench.hear(.received(message: .didStop), at: 600)
        #expect(bench.ending == .complete)
    }

    @Test("An event before its line only is no pass, and the failure names the line")
    func tooEarly() {
        var bench = Self.bench {
            Stay(.milliseconds(100))
            Await(.received(.didStop, from: .door), within: .seconds(1)).otherwise(
                "it is late", code: "session.rangesNot", when: .nothingCame)
        }
        bench.hear(.received(message: .didStop), at: 50)
        bench.pass(to: 1200)
        #expect(bench.failure?.code == "expectation.never" && bench.failure?.spot.line == 33)
        #expect(bench.failure?.shownMeaning?.code == "session.rangesNot")
        #expect(bench.failure?.timing?.limit == .seconds(1))
    }

    @Test("Await waits for the given number of events, and is not judged again")
    func count() {
        var bench = Self.bench {
            Await(.received(.didStop, from: .door), count: 2, within: .seconds(1))
            Stay(.seconds(1))
        }
        bench.hear(.received(message: .didStop), at: 100)
        #expect(bench.started.count == 1)
        bench.hear(.received(message: .didStop), at: 200)
        bench.hear(.received(message: .didStop), at: 300)
        bench.pass(to: 1300)
        #expect(bench.ending == .complete)
    }

    @Test("An expectation with a length waits that long, and fails immediately")
    func length() {
        let never = { Self.bench { Expect(.received(.other, from: .door), count: 0, for: .seconds(1)) } }
        var quiet = never()
        quiet.pass(to: 999)
        #expect(quiet.ending == nil)
        quiet.pass(to: 1000)
        #expect(quiet.ending == .complete)
        var loud = never()
        loud.hear(.received(message: .other), at: 400)
        #expect(loud.failure?.code == "expectation.tooOften" && loud.now == .start + .milliseconds(400))
    }

    @Test("It counts events earlier in its block, and those until the block ends")
    func inItsBlock() {
        func bench() -> DirectorBench {
            Self.bench {
                Stay(.milliseconds(100))
                Expect(.received(.didStop, from: .door), count: 1, for: .milliseconds(100))
                Stay(.milliseconds(100))
            }
        }
        var once = bench()
        once.hear(.received(message: .didStop), at: 50)
        once.pass(to: 300)
        #expect(once.ending == .complete)
        var twice = bench()
        twice.hear(.received(message: .didStop), at: 50)
        twice.hear(.received(message: .didStop), at: 250)
        twice.pass(to: 300)
        #expect(twice.failure?.code == "expectation.tooOften")
        var none = bench()
        none.pass(to: 300)
        #expect(none.failure?.code == "expectation.never")
    }

    @Test("A kit that does not measure in that time is no evidence, whatever it saw before")
    func deafKit() {
        func bench() -> DirectorBench {
            Self.bench {
                Begin(.configuration, with: .door)
                Stay(.milliseconds(500))
                Expect(.kitMeasured(.door), count: 0, for: .seconds(1))
            }
        }
        var deaf = bench()
        deaf.measure(2_000, at: 100)
        deaf.pass(to: 1500)
        guard case .error(let error) = deaf.ending else {
            Issue.record("\(String(describing: deaf.ending))")
            return
        }
        #expect(error.code == "rig.undecided")
        var looking = bench()
        looking.measure(nil, at: 1000)
        looking.pass(to: 1500)
        #expect(looking.ending == .complete)
    }
}
