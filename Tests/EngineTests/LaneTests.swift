import Ground
import Journal
import Links
import Phone
import RigKit
import ScenarioKit
import Scenarios
import Simulators
import Testing

@testable import Engine

/// Lanes played side by side: each has its own steps, limits and blocks, and the first failure ends all of them.
struct LaneTests {
    /// Returns two lanes that wait for one message each, and a step after them.
    private func two(door: Lapse, trunk: Lapse) -> DirectorBench {
        DirectorBench(
            Scenario("two", "Waits for two accessories") {
                Together {
                    Lane {
                        Expect(.received(.didStart, from: .door), within: door).otherwise(
                            "the door", when: .nothingCame)
                    }
                    Lane {
                        Expect(.received(.didStart, from: .trunk), within: trunk).otherwise(
                            "the trunk", when: .nothingCame)
                    }
                }
                Stay(.seconds(1))
            })
    }

    @Test("The block ends when both lanes have ended, in either order")
    func bothEnd() {
        for (first, second) in [(AccessoryName.door, AccessoryName.trunk), (.trunk, .door)] {
            var bench = two(door: .seconds(5), trunk: .seconds(5))
            bench.hear(.received(message: .didStart), from: first, at: 1_000)
            #expect(bench.ending == nil && !bench.started.contains("stay for 1.00 s"))
            bench.hear(.received(message: .didStart), from: second, at: 3_000)
            #expect(bench.started.last == "stay for 1.00 s")
            bench.pass(to: 3_999)
            #expect(bench.ending == nil)
            bench.pass(to: 4_000)
            #expect(bench.ending == .complete && bench.director.stepsPassed == 4)
        }
    }

    @Test("Each lane keeps its own limit, and the one that expires first is reported", arguments: [true, false])
    func deadlines(isDoorFirst: Bool) {
        var bench = two(door: .seconds(isDoorFirst ? 1 : 3), trunk: .seconds(isDoorFirst ? 3 : 1))
        bench.pass(to: 999)
        #expect(bench.ending == nil)
        bench.pass(to: 1_000)
        #expect(bench.failure?.shownMeaning?.text == (isDoorFirst ? "the door" : "the trunk"))
        #expect(bench.failure?.link == .bluetooth(isDoorFirst ? .door : .trunk))
    }

    @Test("A lane that has ended has no limit any more, and the other one's still holds")
    func oneFails() {
        var bench = two(door: .seconds(1), trunk: .seconds(3))
        bench.hear(.received(message: .didStart), from: .door, at: 500)
        bench.pass(to: 2_999)
        #expect(bench.ending == nil)
        bench.pass(to: 3_000)
        #expect(bench.failure?.shownMeaning?.text == "the trunk")
        #expect(bench.director.stepsPassed == 1)
    }

    @Test("If two lanes expire at the same instant, the first one is reported, once")
    func bothFail() {
        var bench = two(door: .seconds(2), trunk: .seconds(2))
        bench.pass(to: 9_000)
        #expect(bench.failure?.shownMeaning?.text == "the door")
        #expect(bench.effects.count { if case .end = $0 { true } else { false } } == 1)
    }

    @Test("An event that breaks both lanes is reported for the first one")
    func bothBroken() {
        var bench = DirectorBench(
            Scenario("broken", "Breaks two lanes at once") {
                Together {
                    Lane { Stay(.seconds(5)) { Expect(.prompted, count: 0).otherwise("first", when: .tooManyCame) } }
                    Lane { Stay(.seconds(5)) { Expect(.prompted, count: 0).otherwise("second", when: .tooManyCame) } }
                }
            })
        bench.hear(.prompted, at: 1_000)
        #expect(bench.failure?.shownMeaning?.text == "first")
    }

    @Test("A lane counts from its own start, and earlier events do not count")
    func counts() {
        var bench = DirectorBench(
            Scenario("counts", "Counts in lanes") {
                Stay(.seconds(1))
                Together {
                    Lane {
                        Stay(.seconds(1))
                        Expect(.retry(.door), count: 1, within: .seconds(3))
                    }
                    Lane { Expect(.retry(.door), count: 1, within: .seconds(3)) }
                }
            })
        bench.hear(.retry(attempt: 1), at: 500)
        bench.pass(to: 1_999)
        #expect(bench.director.stepsPassed == 1)
        bench.hear(.retry(attempt: 1), at: 2_500)
        #expect(bench.ending == .complete, "\(bench.seen ?? "")")
    }

    @Test("Blocks inside a lane are its own: their depth, their rounds and their invariants")
    func blocks() {
        var bench = DirectorBench(
            Scenario("blocks", "Repeats beside something else") {
                Together {
                    Lane {
                        Repeat(2) {
                            Throughout {
                                Expect(.retry(.door), count: .atMost(1)).otherwise("twice", when: .tooManyCame)
                            } steps: {
                                Stay(.seconds(1))
                            }
                        }
                    }
                    Lane { Stay(.seconds(9)) }
                }
            })
        bench.hear(.retry(attempt: 1), at: 500)
        bench.hear(.retry(attempt: 1), at: 1_500)
        #expect(bench.ending == nil, "each round starts counting at zero")
        bench.hear(.retry(attempt: 2), at: 1_600)
        #expect(bench.failure?.shownMeaning?.text == "twice")
        let depths = bench.effects.compactMap { effect in
            if case .journal(.stepStarted(let record)) = effect { record.depth } else { nil }
        }
        #expect(depths == [0, 1, 2, 3, 1, 2, 3])
    }

    @Test("Lanes in a lane end within it, and the lane continues")
    func nested() {
        var bench = DirectorBench(
            Scenario("nested", "Has lanes in a lane") {
                Together {
                    Lane {
                        Together {
                            Lane { Stay(.seconds(1)) }
                            Lane { Stay(.seconds(2)) }
                        }
                        Stay(.seconds(1))
                    }
                    Lane { Stay(.milliseconds(2_500)) }
                }
                Expect(.prompted, count: 0)
            })
        bench.pass(to: 2_999)
        #expect(bench.ending == nil)
        bench.pass(to: 3_000)
        #expect(bench.ending == .complete && bench.director.stepsPassed == 7)
    }

    @Test("A lost link is reported with the line of the lane that uses it")
    func turnsToItsLane() {
        var bench = DirectorBench(
            Scenario("link", "Loses a link in a lane") {
                Together {
                    Lane {
                        Exchange(.configuration, with: .door, within: .seconds(5)).otherwise(
                            "the door", when: .notStarted)
                    }
                    Lane {
                        Exchange(.configuration, with: .trunk, within: .seconds(5)).otherwise(
                            "the trunk", when: .notStarted)
                    }
                }
            })
        bench.hear(.channel(accessory: .trunk, event: .lost(reason: .remote)), at: 1_000)
        #expect(bench.failure?.cause?.text == "the trunk" && bench.failure?.link == .bluetooth(.trunk))
    }

    @Test(
        "The defective one of two accessories side by side is named", arguments: [AccessoryName.door, .trunk])
    func endToEnd(sick: AccessoryName) {
        let scenario = Scenario("pair", "Exchanges with two side by side") {
            Together {
                Lane {
                    Connect(.door, within: .seconds(5))
                    Exchange(.configuration, with: .door, within: .seconds(2))
                }
                Lane {
                    Connect(.trunk, within: .seconds(5))
                    Exchange(.configuration, with: .trunk, within: .seconds(2))
                }
            }
        }
        let names: [AccessoryName] = [.door, .trunk]
        let accessories = names.map { name in
            (name, AccessoryBuild(defects: name == sick ? [.ignoresInitialize] : []))
        }
        let played = play(scenario, accessories: accessories)
        #expect(played.failure?.expected == "exchange configuration with \(sick) within 2.00 s")
        #expect(played.failure?.link == .bluetooth(sick))
        #expect(!played.entries.isLinkLeftUp(to: .door) && !played.entries.isLinkLeftUp(to: .trunk))
    }
}
