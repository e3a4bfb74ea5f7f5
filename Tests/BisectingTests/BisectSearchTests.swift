import Ground
import Statistics
import Testing

/// The rules and the endings of a search, with synthetic firmwares and rigs.
@Suite struct BisectSearchTests {
    private static let ranges = BisectSearch.Failure(scenario: "full", code: "session.rangesNot")
    private static let other = BisectSearch.Failure(scenario: "full", code: "link.lost")

    private func search(
        _ versions: Int, rate: Double = 0.5, _ target: BisectSearch.Target = .asAtBadEnd, most: Int = 10_000
    ) throws -> BisectSearch {
        try BisectSearch(versions: versions, BisectSettings(badRate: rate), target: target, mostRounds: most)
    }

    /// Plays until the search ends; returns nil if it does not.
    private func end(
        _ search: inout BisectSearch, _ play: (Int, Int) -> BisectSearch.Round?
    ) -> BisectSearch.Ending? {
        for step in 0..<100_000 {
            switch search.next() {
            case .ended(let ending): return ending
            case .play(let version):
                if let round = play(version, step) { search.receive(round) } else { search.receiveRigFault() }
            }
        }
        return nil
    }

    @Test("the first bad version is found by the failure that the bad end showed")
    func found() throws {
        for firstBad in 1..<12 {
            var search = try search(12)
            let ending = end(&search) { version, _ in version >= firstBad ? .failed([Self.ranges]) : .passed }
            guard case .answered(.firstBad(firstBad, let confidence))? = ending else {
                Issue.record("\(String(describing: ending))")
                continue
            }
            #expect(confidence >= 0.95 && search.sought == Self.ranges)
        }
    }

    @Test("a version that fails in another way is neither good nor bad, and stays among the candidates")
    func otherwise() throws {
        var search = try search(9)
        let ending = end(&search) { version, _ in
            switch version {
            case 6...: .failed([Self.ranges])
            case 3...5: .failed([Self.other])
            default: .passed
            }
        }
        guard case .answered(.oneOf(3...6, _))? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(search.failedOtherwise == search.bisection.skipped.count * BisectSearch.mostOtherFailures)
        #expect(search.bisection.tested.allSatisfy { $0.runs > 0 && $0.isBad != nil })
    }

    @Test("a round that fails in another way breaks a run of rounds without a verdict: the rig did its work")
    func rows() throws {
        var search = try search(9)
        for round in [BisectSearch.Round.noVerdict, .noVerdict, .failed([Self.other]), .noVerdict, .noVerdict] {
            search.receive(round)
        }
        // The search looks for the first failure of the bad end, whatever it is.
        #expect(search.sought == Self.other && search.next() == .play(version: 0))
        for round in [BisectSearch.Round.failed([Self.ranges]), .noVerdict] { search.receive(round) }
        #expect(search.next() == .play(version: 0))
    }

    @Test("with every failure, or with its code, the same version is bad")
    func targets() throws {
        for target in [BisectSearch.Target.any, .codes(oneOf: ["link.lost", "session.rangesNot"])] {
            var search = try search(9, target)
            let ending = end(&search) { version, _ in
                version >= 6 ? .failed([Self.ranges]) : version >= 3 ? .failed([Self.other]) : .passed
            }
            guard case .answered(.firstBad(3, _))? = ending else {
                Issue.record("\(target): \(String(describing: ending))")
                continue
            }
        }
        var wrong = try search(9, .codes(oneOf: ["link.lost"]))
        guard case .answered(.cannotTest(8, _))? = end(&wrong, { _, _ in .failed([Self.ranges]) }) else {
            Issue.record("the bad end never shows what is looked for: \(wrong.next())")
            return
        }
    }

    @Test("a bad end that never fails is not reproduced, even if the rig fails in other rounds")
    func neverFails() throws {
        var search = try search(20)
        let ending = end(&search) { _, step in step % 3 == 0 ? .noVerdict : .passed }
        guard case .answered(.notReproduced)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(search.bisection.tested.count == 1 && search.withoutVerdict > 0)
    }

    @Test("errors of the rig alone end the search as the rig's fault, never a version's")
    func rigOnly() throws {
        for firmwareIsWritten in [true, false] {
            var search = try search(20)
            let ending = end(&search) { _, _ in firmwareIsWritten ? .noVerdict : nil }
            #expect(ending == .answered(.rigFailed(revision: 19)))
            #expect(search.bisection.tested.isEmpty && search.sought == nil)
        }
    }

    @Test("a rig that fails in a quarter of the rounds blames no version: over many searches the answer is right")
    func flaky() throws {
        var generator = SeededGenerator(seed: 11)
        var (answers, wrong) = (0, 0)
        for number in 0..<200 {
            let firstBad = 1 + number % 15
            var search = try search(16)
            let ending = end(&search) { version, _ in
                if generator.chance(0.25) { return generator.chance(0.5) ? nil : .noVerdict }
                return version >= firstBad && generator.chance(0.6) ? .failed([Self.ranges]) : .passed
            }
            switch ending {
            case .answered(.rigFailed)?: continue
            case .answered(.firstBad(firstBad, _))?: answers += 1
            // A search that ends in doubt blames no version, and must be as rare as a wrong one.
            case .answered?, .notConfirmed?: (answers, wrong) = (answers + 1, wrong + 1)
            case .outOfRounds?, nil: Issue.record("the search does not end")
            }
        }
        let share = FailureRate(failures: wrong, trials: answers).lowerLimit(confidence: 0.99)
        #expect(answers > 80 && share <= 0.05, "\(wrong) of \(answers)")
    }

    @Test("rounds are bounded, and a search continues when it is given more")
    func bounded() throws {
        var search = try search(1_000, most: 5)
        #expect(end(&search) { _, _ in .passed } == .outOfRounds)
        #expect(search.rounds == 5 && search.wanted == 1)
        search.receive(.failed([Self.ranges]))
        #expect(search.rounds == 5 && search.sought == nil, "nothing more is taken")
    }

    @Test("the search asks for as many rounds at once as a good verdict needs, and never one more")
    func wanted() throws {
        var search = try search(10)
        search.receive(.failed([Self.ranges]))
        while case .play(let version) = search.next(), version == 0 {
            for _ in 0..<search.wanted {
                #expect(search.next() == .play(version: 0))
                search.receive(.passed)
            }
        }
        #expect(search.bisection.tested.last?.isBad == false)
        #expect(search.rounds(of: 0) == search.bisection.tested.last?.runs)
    }

    /// Plays a search on a bench that breaks after a number of rounds and fails from then on like a bad version.
    private func broken(after healthy: Int, _ search: inout BisectSearch) -> BisectSearch.Ending? {
        end(&search) { version, step in
            version == 15 || step >= healthy ? .failed([Self.ranges]) : .passed
        }
    }

    @Test("a bench that breaks in the middle blames no version, because the last good one then fails too")
    func bench() throws {
        var search = try search(16)
        let healthy = 1 + 2 * search.wanted
        let ending = broken(after: healthy, &search)
        guard case .notConfirmed(let version, _)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(search.bisection.tested.contains { $0.revision == version && $0.isBad == false })
    }

    @Test("the last good version is played again if the last verdict was bad, and not if it was good")
    func confirming() throws {
        var (again, notAgain) = (0, 0)
        for firstBad in 1..<16 {
            var search = try search(16)
            let ending = end(&search) { version, _ in version >= firstBad ? .failed([Self.ranges]) : .passed }
            guard case .answered(.firstBad(firstBad, _))? = ending else {
                Issue.record("\(firstBad): \(String(describing: ending))")
                continue
            }
            let wasLastBad = search.bisection.tested.last?.isBad == true
            #expect(search.confirmed == (wasLastBad ? 5 : 0), "five rounds show a fault of 50 % with 95 %")
            if wasLastBad { again += 1 } else { notAgain += 1 }
        }
        #expect(again > 0 && notAgain > 0)
    }

    @Test("a good end that cannot be confirmed is reported, whether the rig fails or the version is gone")
    func confirmingFails() throws {
        var search = try search(3, rate: 1)
        search.receive(.failed([Self.ranges]))
        search.receive(.passed)
        search.receive(.failed([Self.ranges]))
        #expect(search.next() == .play(version: 0), "again")
        var gone = search
        gone.skip(reason: "is gone")
        #expect(gone.next() == .ended(.notConfirmed(version: 0, reason: "is gone")))
        for _ in 0..<Bisection.mostLeftOutInARow { search.receiveRigFault() }
        #expect(search.next() == .ended(.answered(.rigFailed(revision: 0))))
    }

    @Test("if good versions fail too, a bench that breaks blames no version either")
    func brokenWithGoodRate() throws {
        var search = try BisectSearch(versions: 16, BisectSettings(badRate: 0.5, goodRate: 0.05))
        var isBroken = false
        let ending = end(&search) { version, _ in
            isBroken = isBroken || (1...14).contains(version)
            return version == 15 || isBroken ? .failed([Self.ranges]) : .passed
        }
        guard case .notConfirmed(0, _)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        var sound = try BisectSearch(versions: 16, BisectSettings(badRate: 0.5, goodRate: 0.05))
        let found = end(&sound) { version, _ in version >= 1 ? .failed([Self.ranges]) : .passed }
        guard case .answered(.firstBad(1, _))? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        let own = sound.bisection.tested.first { $0.revision == 0 }?.runs
        #expect(sound.confirmed == own, "as many rounds as its own test took")
    }

    @Test("a bench that stops failing blames no later version: the first bad one passes now", arguments: [0, 0.05])
    func healed(goodRate: Double) throws {
        var search = try BisectSearch(versions: 16, BisectSettings(badRate: 0.5, goodRate: goodRate))
        var last: Int?
        var isHealed = false
        let ending = end(&search) { version, _ in
            if (1...14).contains(version) {
                if let last, version != last { isHealed = true }
                last = last ?? version
            }
            return version >= 2 && !isHealed ? .failed([Self.ranges]) : .passed
        }
        guard case .notConfirmed(let version, _)? = ending else {
            Issue.record("\(String(describing: ending))")
            return
        }
        #expect(version == last)
    }

    @Test("the search reports how the first bad version failed to confirm: the rig's fault, or another failure")
    func failsAgain() throws {
        var search = try search(2, rate: 1)
        search.receive(.failed([Self.ranges]))
        search.receive(.passed)
        #expect(search.next() == .play(version: 1), "again")
        var faulty = search
        for _ in 0..<Bisection.mostLeftOutInARow { faulty.receive(.noVerdict) }
        #expect(faulty.next() == .ended(.answered(.rigFailed(revision: 1))))
        var other = search
        for _ in 0..<BisectSearch.mostOtherFailures { other.receive(.failed([Self.other])) }
        guard case .ended(.notConfirmed(1, _)) = other.next() else {
            Issue.record("\(other.next())")
            return
        }
        search.receive(.failed([Self.ranges]))
        guard case .ended(.answered(.firstBad(1, _))) = search.next() else {
            Issue.record("\(search.next())")
            return
        }
        #expect(search.failedAgain == 1 && search.confirmed == 0)
    }

    @Test("versions with equal bytes are one version: nothing begins between them, and equal ends show nothing")
    func same() throws {
        var ends = try search(3, rate: 1)
        ends.receive(.failed([Self.ranges]))
        ends.take(sameAs: 2)
        guard case .ended(.notConfirmed(0, _)) = ends.next() else {
            Issue.record("\(ends.next())")
            return
        }
        ends.receive(.passed)
        ends.skip(reason: "x")
        #expect(ends.rounds == 1, "nothing more is taken")
        for (twin, firstBad) in [(0, 2), (2, 1)] {
            var search = try search(3, rate: 1)
            search.take(sameAs: 0)
            search.receive(.failed([Self.ranges]))
            search.receive(.passed)
            #expect(search.next() == .play(version: 1))
            search.take(sameAs: 1)
            #expect(search.bisection.same.isEmpty, "a version without a verdict gives none")
            search.take(sameAs: twin)
            #expect(search.bisection.same == [.init(revision: 1, tested: twin, isBad: twin == 2)])
            let ending = end(&search) { version, _ in version >= firstBad ? .failed([Self.ranges]) : .passed }
            guard case .answered(.firstBad(firstBad, let confidence))? = ending else {
                Issue.record("\(String(describing: ending))")
                continue
            }
            #expect(confidence >= 0.95 && search.rounds == 3)
        }
    }

    @Test("a version that cannot be built is skipped, and the search says so when it is one of the ends")
    func unbuildable() throws {
        var search = try search(3)
        search.skip(reason: "does not build")
        #expect(search.next() == .ended(.answered(.cannotTest(revision: 2, reason: "does not build"))))
    }
}
