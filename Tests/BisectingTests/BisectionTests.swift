import Ground
import Statistics
import Testing

/// The search for the first bad revision, for an intermittent failure.
@Suite struct BisectionTests {
    private func search(
        _ bisection: inout Bisection, firstBad: Int, badRate: Double, goodRate: Double = 0, unbuildable: Set<Int> = [],
        _ generator: inout SeededGenerator
    ) -> Bisection.Answer {
        for _ in 0..<100_000 {
            switch bisection.next() {
            case .ended(let answer): return answer
            case .play(let revision):
                if unbuildable.contains(revision) {
                    bisection.skip(reason: "does not build")
                } else {
                    let rate = revision >= firstBad ? badRate : goodRate
                    bisection.receive(generator.chance(rate) ? .failed : .passed)
                }
            }
        }
        Issue.record("the search never ends")
        return .rigFailed(revision: 0)
    }

    @Test(arguments: [2, 3, 10, 64, 1500]) func aFailureThatAlwaysComesIsFoundEverywhere(revisions: Int) throws {
        var generator = SeededGenerator(seed: 1)
        for firstBad in stride(from: 1, to: revisions, by: max(1, revisions / 40)) {
            var bisection = try Bisection(revisions: revisions, BisectSettings(badRate: 1))
            let answer = search(&bisection, firstBad: firstBad, badRate: 1, &generator)
            guard case .firstBad(let revision, let confidence) = answer else {
                Issue.record("\(answer)")
                continue
            }
            #expect(revision == firstBad && confidence >= 0.95)
            #expect(bisection.runs < 30, "one run a revision tells")
        }
    }

    @Test(arguments: [(0.2, 0.0, 0.95), (0.5, 0.0, 0.9), (0.3, 0.02, 0.95), (0.2, 0.0, 0.7)])
    func theStatedConfidenceHolds(badRate: Double, goodRate: Double, stated: Double) throws {
        var generator = SeededGenerator(seed: 7)
        var wrong = 0
        let searches = 400
        for number in 0..<searches {
            let settings = try BisectSettings(badRate: badRate, goodRate: goodRate, confidence: stated)
            var bisection = try Bisection(revisions: 33, settings)
            let firstBad = 1 + number % 32
            let answer = search(&bisection, firstBad: firstBad, badRate: badRate, goodRate: goodRate, &generator)
            if case .firstBad(firstBad, let confidence) = answer {
                #expect(confidence >= stated)
            } else {
                wrong += 1
            }
        }
        let share = FailureRate(failures: wrong, trials: searches).lowerLimit(confidence: 0.99)
        #expect(share <= 1 - stated, "\(wrong) of \(searches)")
    }

    @Test func itTakesFewerRunsThanTheSameCertaintyForEachByHalving() throws {
        var generator = SeededGenerator(seed: 3)
        var runs = 0
        for firstBad in 1...64 {
            var bisection = try Bisection(revisions: 65, BisectSettings(badRate: 0.2))
            _ = search(&bisection, firstBad: firstBad, badRate: 0.2, &generator)
            runs += bisection.runs
        }
        // Binary search over 8 revisions: half of them good after all clean runs, half bad after the first failure.
        let clean = CleanRuns.needed(below: 0.2, confidence: 1 - 0.05 / 8)
        #expect(Double(runs) / 64 < Double(8 * clean))
        #expect(Double(runs) / 64 < 4 * Double(clean) + 4 * 5 + 5)
    }

    @Test func revisionsThatDoNotBuildAreSkippedWithTheReason() throws {
        var generator = SeededGenerator(seed: 5)
        for firstBad in 1..<20 {
            let unbuildable = Set(5...9).subtracting([0, 19])
            var bisection = try Bisection(revisions: 20, BisectSettings(badRate: 0.5, confidence: 0.999))
            let answer = search(&bisection, firstBad: firstBad, badRate: 0.5, unbuildable: unbuildable, &generator)
            if (5...10).contains(firstBad) {
                guard case .oneOf(let revisions, _) = answer else {
                    Issue.record("\(answer)")
                    continue
                }
                #expect(revisions == 5...10)
            } else {
                guard case .firstBad(firstBad, let confidence) = answer else {
                    Issue.record("\(answer) for \(firstBad)")
                    continue
                }
                #expect(confidence >= 0.999)
            }
            #expect(bisection.skipped.allSatisfy { $0.reason == "does not build" && unbuildable.contains($0.revision) })
        }
    }

    @Test func endsThatAreNotWhatTheyShouldBe() throws {
        var generator = SeededGenerator(seed: 9)
        var never = try Bisection(revisions: 10, BisectSettings(badRate: 0.2))
        guard case .notReproduced = search(&never, firstBad: 99, badRate: 1, &generator) else {
            Issue.record("\(never.next())")
            return
        }
        var always = try Bisection(revisions: 10, BisectSettings(badRate: 0.2))
        guard case .badFromTheStart = search(&always, firstBad: 0, badRate: 1, &generator) else {
            Issue.record("\(always.next())")
            return
        }
        var broken = try Bisection(revisions: 10, BisectSettings(badRate: 0.2))
        let answer = search(&broken, firstBad: 5, badRate: 1, unbuildable: [9], &generator)
        #expect(answer == .cannotTest(revision: 9, reason: "does not build"))
    }

    @Test func aRigThatFailsThreeTimesInARowEndsTheSearch() throws {
        var bisection = try Bisection(revisions: 10, BisectSettings(badRate: 0.2))
        for outcome in [Bisection.Outcome.leftOut, .leftOut, .passed, .leftOut, .leftOut] { bisection.receive(outcome) }
        #expect(bisection.next() == .play(revision: 9))
        bisection.receive(.leftOut)
        #expect(bisection.next() == .ended(.rigFailed(revision: 9)))
        bisection.receive(.failed)
        #expect(bisection.next() == .ended(.rigFailed(revision: 9)), "nothing more is taken")
    }

    @Test func whatIsNoSearchIsRefused() {
        #expect(throws: StatisticsError.self) { try BisectSettings(badRate: 0) }
        #expect(throws: StatisticsError.self) { try BisectSettings(badRate: 0.1, goodRate: 0.1) }
        #expect(throws: StatisticsError.self) { try BisectSettings(badRate: .nan) }
        #expect(throws: StatisticsError.self) { try BisectSettings(badRate: 0.1, confidence: 1) }
        #expect(throws: StatisticsError.self) { try Bisection(revisions: 1, BisectSettings(badRate: 0.5)) }
    }
}
