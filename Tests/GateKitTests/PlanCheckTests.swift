import GateKit
import JSON
import Testing

/// The problems of a plan, all together, each with its line.
@Suite struct PlanCheckTests {
    private static let scenarios = [
        ScenarioFacts(name: "fullFlow", hash: "a", suite: "conformance", tags: ["quick"]),
        ScenarioFacts(name: "zoneWalk", hash: "b", suite: nil, tags: ["long"]),
    ]
    private static let today = CalendarDay("2026-11-25")

    private static func spot(_ line: Int) -> SourceSpot { SourceSpot(file: "plan.json", line: line) }

    /// Returns the lines of the problems in a plan whose entries are on consecutive lines.
    private func lines(_ contents: PlanEntry.Content...) -> [Int] {
        let good = PlanEntry(.prove(scenarios: .everything, proof: .clean(below: .percent(5))), spot: Self.spot(99))
        let entries = contents.enumerated().map { PlanEntry($0.element, spot: Self.spot($0.offset + 1)) }
        let plan = GatePlan(name: "made", summary: "Made by a test", entries: entries + [good], spot: Self.spot(0))
        return plan.problems(on: Self.today, scenarios: Self.scenarios).map(\.spot.line)
    }

    private func problems(_ proof: Proof) -> Int {
        lines(.prove(scenarios: "zoneWalk", proof: proof)).filter { $0 == 1 }.count
    }

    @Test func aGoodPlanHasNoProblems() {
        #expect(lines() == [])
        #expect(GatePlan.standard.problems(on: Self.today, scenarios: Self.scenarios) == [])
        #expect(PlanTests.everything.problems(on: Self.today) == [])
    }

    @Test func aPlanThatProvesNothingOrHasNoNameIsNone() {
        let plan = GatePlan(name: "", summary: " ", entries: [], spot: Self.spot(7))
        #expect(plan.problems().map(\.spot.line) == [7, 7, 7])
        #expect(GatePlan(name: "a b", summary: "s", entries: [], spot: Self.spot(7)).problems().count == 2)
    }

    @Test func twoPlansHaveTwoNames() {
        #expect([GatePlan.standard, GatePlan.standard].problems().count == 1)
        #expect([GatePlan.standard, PlanTests.everything].problems() == [])
    }

    @Test func namesThatNothingHasAreFound() {
        #expect(lines(.prove(scenarios: "fulFlow", proof: .smoke(runs: 1))) == [1])
        #expect(lines(.prove(scenarios: .suite("conformence"), proof: .smoke(runs: 1))) == [1])
        #expect(lines(.prove(scenarios: .tagged("qick"), proof: .smoke(runs: 1))) == [1])
        #expect(lines(.neverExcuse(scenarios: "nothing")) == [1])
        #expect(lines(.prove(scenarios: ScenarioSelection([]), proof: .smoke(runs: 1))) == [1])
        #expect(
            lines(.prove(scenarios: .tagged("long").except(.named(name: "zoneWalk")), proof: .smoke(runs: 1))) == [1])
        // An excluded suite or tag need not exist, but an unknown scenario name is a mistake.
        #expect(lines(.prove(scenarios: .everything.except(.suite(name: "other")), proof: .smoke(runs: 1))) == [])
        #expect(lines(.prove(scenarios: .everything.except(.named(name: "other")), proof: .smoke(runs: 1))) == [1])
    }

    @Test(
        arguments: [
            (.clean(below: .percent(0)), 1), (.clean(below: .percent(100), confidence: .percent(100)), 2),
            (.clean(below: .percent(.nan)), 1), (.clean(below: Probability(perMillion: 1)), 1),
            (.clean(below: .percent(50), confidence: Probability(perMillion: 1)), 1),
            (.clean(below: Probability(perMillion: 999_999)), 1), (.clean(below: .percent(51)), 1),
            (.clean(below: .percent(50), confidence: .percent(50)), 1),
            (.clean(below: .percent(50), confidence: .percent(51)), 0),
            (.sequential(good: .percent(1), bad: .percent(51)), 2),
            (.sequential(good: .percent(1), bad: .percent(5), userRisk: .percent(51)), 2),
            (.limit(quantity: "a", share: .percent(49), limit: .count(1)), 1),
            (.limit(quantity: "a", confidence: .percent(49), limit: .count(1)), 1),
            (.noWorseRate(margin: .percent(51), runs: 100), 1),
            (.sequential(good: .percent(5), bad: .percent(5)), 2),
            (.sequential(good: .percent(0), bad: .percent(5)), 2),
            (.sequential(good: .percent(6), bad: .percent(5), teamRisk: .percent(50), userRisk: .percent(0)), 4),
            (.limit(quantity: " ", limit: .count(1)), 1), (.limit(quantity: "a", limit: .count(1), runs: 58), 1),
            (.limit(quantity: "a", limit: .count(1), runs: 59), 0),
            (.limit(quantity: "a", share: .percent(0), limit: .count(1)), 1),
            (.limit(quantity: "a", limit: .span(.milliseconds(-5))), 1),
            (.limit(quantity: "a", limit: .span(.zero)), 1),
            (.limit(quantity: "a", limit: .count(0)), 0),
            (.noWorseRate(margin: .percent(5), runs: 72), 1), (.noWorseRate(margin: .percent(5), runs: 73), 0),
            (.noWorseRate(margin: .percent(0), runs: 100), 1),
            (.noWorseQuantity(quantity: "a", margin: .span(.zero), runs: 4), 2),
            (.noWorseQuantity(quantity: "a", margin: .span(.seconds(1)), runs: 5), 0), (.smoke(runs: 0), 1),
            (.smoke(runs: 1_000_001), 1), (.smoke(runs: .max), 1), (.smoke(runs: .min), 1),
        ] as [(Proof, Int)]) func proofsThatAreNone(proof: Proof, count: Int)
    {
        #expect(problems(proof) == count, "\(proof.problems)")
    }

    @Test func settingsAreMadeOnceAndWithinReason() {
        #expect(lines(.identity(level: .proved), .identity(level: .flashed)) == [2])
        #expect(lines(.identity(level: .unknown)) == [1] && lines(.identity(level: .claimed)) == [])
        #expect(lines(.spread(over: Spread(powerCycles: 0))) == [1])
        func asks(_ spread: Spread) -> Bool {
            let entry = PlanEntry(.spread(over: spread), spot: SourceSpot(file: "Plan.swift", line: 7))
            return GatePlan.standard.adding(quarantine: [entry]).spreadProblems.map(\.spot.line) == [7]
        }
        #expect(asks(Spread(units: 2)) && asks(Spread(powerCycles: 5, benches: 2)))
        #expect(!asks(Spread()) && !asks(Spread(powerCycles: 5)))
        #expect(lines(.identifiedBy(marks: .init())) == [1])
        #expect(lines(.identifiedBy(marks: .init(buildID: true)), .identifiedBy(marks: .init(buildID: true))) == [2])
        #expect(lines(.identifiedBy(marks: .init(version: " "))) == [1])
        #expect(lines(.identifiedBy(marks: .init(version: "1.4.2"))) == [])
        #expect(lines(.leftOut(bounds: OmittedBounds(share: .percent(51), inARow: 0))) == [1, 1])
        #expect(lines(.operatorAnswers(count: false), .operatorAnswers(count: true)) == [2])
        #expect(lines(.coverage(scenarios: 1)) == [] && lines(.coverage(scenarios: 0)) == [1])
        #expect(lines(.coverage(scenarios: 10_000)) == [1])
        #expect(lines(.coverage(scenarios: 1), .coverage(scenarios: 1)) == [2])
    }

    private func known(
        _ scenario: String = "zoneWalk", failure: String? = nil, owner: String = "ana", reason: String = "#1",
        from: String? = "2026-11-20", until: String? = "2026-12-04"
    ) -> PlanEntry.Content {
        .quarantine(
            entry: QuarantineEntry(
                scenario: scenario, failure: failure, owner: owner, reason: reason,
                from: from.flatMap { CalendarDay($0) },
                until: until.flatMap { CalendarDay($0) }))
    }

    @Test func quarantineHasAnOwnerAReasonAndAnEnd() {
        #expect(lines(known()) == [] && lines(known(failure: "3f9a0c11d2")) == [])
        #expect(lines(known(owner: " "), known(reason: ""), known(until: nil), known(from: nil)) == [1, 2, 3, 4])
        #expect(lines(known(owner: "", reason: "", until: nil)) == [1, 1, 1], "all at once")
        #expect(lines(known("nothing")) == [1] && lines(known("")) == [1])
        #expect(lines(known(failure: "3f9a"), known(failure: "3F9A0C11D2"), known(failure: "**")) == [1, 2, 3])
        #expect(lines(known(failure: "*")) == [], "whatever fails")
        #expect(lines(known(from: "2026-11-20", until: "2027-02-18")) == [], "90 days")
        #expect(lines(known(from: "2026-11-20", until: "2027-02-19")) == [1], "91 days")
        #expect(lines(known(from: "2026-12-04", until: "2026-12-04")) == [1])
    }

    @Test func quarantineThatHasEndedIsAProblem() {
        #expect(lines(known(until: "2026-11-26")) == [], "it holds today")
        #expect(lines(known(until: "2026-11-25")) == [1], "it ended with yesterday")
        #expect(lines(known(until: "2026-11-24")) == [1])
    }

    @Test func theCheckSaysSevenDaysAheadThatQuarantineEnds() throws {
        let plan = GatePlan("made", "Made by a test") {
            Quarantine("zoneWalk", failure: nil, owner: "ana", reason: "#1", from: "2026-11-20", until: "2026-12-04")
        }
        func notices(_ day: String) throws -> Int {
            plan.notices(on: try #require(CalendarDay(day))).count
        }
        let counts = try ["2026-11-19", "2026-11-20", "2026-11-26", "2026-11-27", "2026-12-03", "2026-12-04"].map(
            notices)
        #expect(counts == [1, 0, 0, 1, 1, 0])
        // A gate does not reject an expired entry, but reports it from the day on which it excuses nothing.
        let ended = try ["2026-12-03", "2026-12-04", "2027-01-01"].map { day in
            plan.endedQuarantine(on: try #require(CalendarDay(day))).map(\.message)
        }
        #expect(ended.map(\.count) == [0, 1, 1] && ended[1][0].contains("ended on 2026-12-04"))
    }

    @Test func entriesDoNotContradictEachOther() {
        #expect(lines(known("fullFlow"), .neverExcuse(scenarios: .suite("conformance"))) == [1])
        #expect(lines(.prove(scenarios: "zoneWalk", proof: .sequential(good: .percent(1), bad: .percent(5)))) == [1])
    }

    @Test func anEntryHoldsFromItsFirstDayToTheDayBeforeItsLast() throws {
        let entry = QuarantineEntry(
            scenario: "a", failure: nil, owner: "ana", reason: "#1", from: CalendarDay("2026-11-20"),
            until: CalendarDay("2026-12-04"))
        let held = ["2026-11-19", "2026-11-20", "2026-12-03", "2026-12-04"].map { entry.holds(on: CalendarDay($0)!) }
        #expect(held == [false, true, true, false])
        #expect(entry.excuses(scenario: "a", failureKey: nil) && !entry.excuses(scenario: "b", failureKey: nil))
    }

    @Test func aKeyIsMeantByItsFirstTenDigits() {
        let entry = QuarantineEntry(
            scenario: "a", failure: "3f9a0c11d2", owner: "ana", reason: "#1", from: nil, until: nil)
        let key = "3f9a0c11d2" + String(repeating: "0", count: 54)
        #expect(entry.excuses(scenario: "a", failureKey: key))
        #expect(!entry.excuses(scenario: "a", failureKey: "4" + key.dropFirst()))
        #expect(!entry.excuses(scenario: "a", failureKey: nil))
        let any = QuarantineEntry(scenario: "a", failure: "*", owner: "ana", reason: "#1", from: nil, until: nil)
        #expect(any.excuses(scenario: "a", failureKey: key) && any.excuses(scenario: "a", failureKey: nil))
        #expect(!any.excuses(scenario: "b", failureKey: key))
    }

    @Test func theQuarantineFileIsReadLineByLine() throws {
        let text = """
            # Known failures, see the tickets.

            {"scenario": "zoneWalk", "owner": "ana", "reason": "#1", "from": "2026-11-20", "until": "2026-12-04"}
            {"scenario": "fullFlow", "failure": "3f9a0c11d2"}
            """
        let entries = try QuarantineFile.entries(from: text, file: "known.jsonl")
        #expect(entries.map(\.spot.line) == [3, 4])
        let plan = GatePlan.standard.adding(quarantine: entries)
        #expect(plan.quarantine.count == 2)
        let problems = plan.problems(on: Self.today, scenarios: Self.scenarios)
        #expect(problems.map(\.spot) == Array(repeating: SourceSpot(file: "known.jsonl", line: 4), count: 4))
    }

    @Test(arguments: [
        "{", "[]", "7", "{\"scenario\": 7}", "{\"scenario\": \"a\", \"until\": \"tomorrow\"}",
        "{\"scenario\": \"a\", \"owners\": \"ana\"}", "{\"scenario\": \"a\", \"scenario\": \"b\"}",
    ]) func aLineThatIsNoEntryIsRefusedWithItsNumber(line: String) {
        #expect {
            try QuarantineFile.entries(from: "\r\n\(line)\r\n", file: "known.jsonl")
        } throws: { error in
            (error as? JSONFileError)?.line == 2
        }
    }
}
