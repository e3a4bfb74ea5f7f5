import Foundation
import GateKit
import JSON
import Scenarios
import TestSupport
import Testing

/// Plans in Swift, and their JSON.
@Suite struct PlanTests {
    private static let writesGolden = ProcessInfo.processInfo.environment["TRAMMEL_WRITE_GOLDEN"] == "1"
    private static let vectors = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Vectors/gate")

    /// Every kind of entry, proof and term.
    static let everything = GatePlan("everything", "All that a plan may say") {
        Prove(.suite("conformance").except(.tagged(tag: "long")), .clean(below: .percent(5)))
        Prove("fullFlow", .sequential(good: .percent(1), bad: .percent(5), userRisk: .percent(10)))
        Prove("fullFlow", .limit(quantity: "turn-around", limit: .span(.milliseconds(20)), runs: 93))
        Prove(.named("a", "b"), .limit(quantity: "bias", share: .percent(90), limit: .distance(.millimetres(100))))
        Prove(.tagged("quick"), .noWorseRate(margin: .percent(5), runs: 100))
        Prove(.everything, .noWorseQuantity(quantity: "losses", margin: .share(.percent(1)), worse: .either, runs: 20))
        Prove("zoneWalk", .smoke(runs: 3))
        Quarantine("zoneWalk", failure: nil, owner: "ana", reason: "#214", from: "2026-11-20")
        Quarantine(
            "fullFlow", failure: "3f9a0c11d2", owner: "ben", reason: "#215", from: "2026-11-20", until: "2027-01-01")
        NeverExcuse(.suite("tags"))
        SpreadOver(powerCycles: 5, units: 2, benches: 3)
        RequireIdentity(.proved)
        IdentifyBy(
            hashInRevision: true, buildID: true,
            hashInCharacteristic: HashCharacteristic(
                service: "FFF0", characteristic: "FFF1", shows: .fileHash, written: .digits, prefix: 16))
        LeaveOut(atMost: .percent(2.5), inARow: 4)
        WithoutOperatorAnswers()
        RequireCoverage(scenarios: 3)
    }

    @Test func aWordBecomesAnEntryWithItsLine() {
        let plan = Self.everything
        #expect(plan.entries.count == 16 && plan.spot.file == "Tests/GateKitTests/PlanTests.swift")
        #expect(zip(plan.entries, plan.entries.dropFirst()).allSatisfy { $0.spot.line < $1.spot.line })
        #expect(plan.proofs.map(\.proof.kind) == [.clean, .sequential, .limit, .limit, .noWorse, .noWorse, .smoke])
        #expect(plan.identity == .proved && plan.spread == Spread(powerCycles: 5, units: 2, benches: 3))
        #expect(plan.leftOut == OmittedBounds(share: Probability(perMillion: 25_000), inARow: 4))
        #expect(!plan.countsOperatorAnswers && plan.coverage == 3 && GatePlan.standard.coverage == nil)
        #expect(
            plan.marks
                == IdentitySources(
                    hashInRevision: true, buildID: true,
                    hashInCharacteristic: HashCharacteristic(
                        service: "FFF0", characteristic: "FFF1", shows: .fileHash, written: .digits, prefix: 16)))
        #expect(plan.quarantine.map { $0.until?.description } == ["2026-12-04", "2027-01-01"])
    }

    @Test(arguments: GatePlan.all) func theJSONOfAPlanIsItsGoldenFile(plan: GatePlan) throws {
        let file = Self.vectors.appending(path: "plan-\(plan.name).json")
        let text = PlanFile.text(of: plan)
        if Self.writesGolden { try Data(text.utf8).write(to: file) }
        let golden = try String(contentsOf: file, encoding: .utf8)
        #expect(text == golden, "run the tests with TRAMMEL_WRITE_GOLDEN=1 when the change is meant")
        #expect(try PlanFile.plan(from: golden) == plan)
    }

    @Test func whatIsWrittenIsReadBackAndWrittenTheSame() throws {
        let text = PlanFile.text(of: Self.everything)
        let read = try PlanFile.plan(from: text)
        #expect(read == Self.everything && PlanFile.text(of: read) == text)
        #expect(!text.contains("\"_"), "every value has a label")
    }

    @Test func anEntryWithoutASpotGetsItsOwnLine() throws {
        let text = """
            {"kind": "trammel gate plan", "version": 1,
             "plan": {"name": "mine", "summary": "A { plan", "entries": [
               {"content": {"prove": {"scenarios": {"terms": [{"named": {"name": "a[{"}}], "except": []},
                 "proof": {"clean": {"below": {"perMillion": 50000}, "confidence": {"perMillion": 950000}}}}}},

               {"content": {"identity": {"level": "proved"}}}
             ]}}
            """
        let plan = try PlanFile.plan(from: text, file: "gate.json")
        #expect(plan.entries.map(\.spot) == [3, 6].map { SourceSpot(file: "gate.json", line: $0) })
        #expect(plan.spot == SourceSpot(file: "gate.json", line: 1))
        #expect(plan.proofs.first?.proof == .clean(below: .percent(5), confidence: .percent(95)))
    }

    @Test func whatAPlanDoesNotKnowIsRefusedWithItsPath() throws {
        let text = PlanFile.text(of: GatePlan.standard)
        func refusal(_ text: String) -> JSONFileError? {
            do throws(JSONFileError) {
                _ = try PlanFile.plan(from: text)
                return nil
            } catch { return error }
        }
        let first = text.replacing("\"entries\" : [", with: "\"retries\" : 3, \"entries\" : [")
        #expect(refusal(first)?.path == "plan.retries")
        let second = text.replacing("\"perMillion\" : 50000", with: "\"perMillion\" : 50000, \"retry\" : true")
        #expect(refusal(second)?.path == "plan.entries[0].content.prove.proof.clean.below.retry")
        #expect(refusal(text.replacing("\"version\" : 1", with: "\"version\" : 2"))?.path == "version")
        #expect(refusal(text.replacing("trammel gate plan", with: "trammel scenario"))?.path == "kind")
        #expect(refusal(text.replacing(": 50000", with: ": \"5 %\""))?.path.hasPrefix("plan.entries[0]") == true)
        #expect(refusal("[]") != nil && refusal("") != nil && refusal("{") != nil)
        #expect(refusal(String(repeating: " ", count: PlanFile.mostBytes + 1)) != nil)
    }

    @Test func whatIsWrongInAPlanIsNamedWithItsLine() throws {
        let text = """
            {"kind": "trammel gate plan", "version": 1,
             "plan": {"name": "mine", "summary": "A plan", "entries": [
               {"content": {"identity": {"level": "proved"}}},
               {"content": {
                 "spread": {"over": {"powerCycles": 5, "units": 1, "benches": 1}}}}
             ]}}
            """
        func refusal(_ then: String, _ now: String) throws -> JSONFileError {
            let changed = text.replacing(then, with: now)
            try #require(changed != text)
            return try #require(throws: JSONFileError.self) { try PlanFile.plan(from: changed, file: "mine.json") }
        }
        // A duplicate name: a reader that takes one of the two would play something else than what is written.
        let twice = try refusal("\"units\": 1,", "\"units\": 1, \"powerCycles\": 1,")
        #expect(twice.line == 5 && twice.message.contains("powerCycles") && twice.message.contains("byte 227"))
        #expect(twice.described(in: "mine.json").hasPrefix("mine.json:5: "))
        #expect(try refusal("\"plan\":", "\"version\": 2, \"plan\":").line == 2)
        let places: [(String, String, Int?)] = [
            ("\"proved\"", "\"prooved\"", 3), ("\"units\": 1", "\"units\": \"one\"", 5),
            ("\"units\": 1", "\"units\": 1, \"desks\": 1", 5), ("\"version\": 1", "\"version\": 3", 1),
            ("\"level\"", "\"lavel\"", 3), ("\"summary\": \"A plan\", ", "", 2), ("}\n ]}}", "}\n", 6),
        ]
        for (then, now, line) in places {
            let error = try refusal(then, now)
            #expect(error.line == line, "\(then): \(error.described(in: "mine.json"))")
        }
        #expect(throws: Never.self) { try PlanFile.plan(from: text) }
    }

    @Test func spoiltTextNeverTraps() {
        let seed = Array(PlanFile.text(of: Self.everything).utf8)
        for cut in stride(from: 0, to: seed.count - 1, by: 13) {
            #expect(throws: JSONFileError.self) {
                try PlanFile.plan(from: String(decoding: seed[..<cut], as: UTF8.self))
            }
        }
        var mutator = Mutator(seeds: [seed])
        for _ in 0..<300 {
            let text = String(decoding: mutator.next(limit: 20_000), as: UTF8.self)
            guard let plan = try? PlanFile.plan(from: text) else { continue }
            // A plan that was read can be checked and written, whatever its content.
            _ = plan.problems(on: CalendarDay(number: 20_000), scenarios: [])
            #expect((try? PlanFile.plan(from: PlanFile.text(of: plan))) == plan)
        }
    }

    @Test func aProbabilityIsAWholeNumberOfMillionths() {
        #expect(Probability.percent(0.01).perMillion == 100 && Probability.percent(95).value == 0.95)
        #expect(Probability.percent(.nan).perMillion == -1 && Probability.percent(1e300).perMillion == -1)
        let texts = [50_000, 100, 1_000_000, 25_000, 1, 0, -5_000].map { Probability(perMillion: $0).description }
        #expect(texts == ["5 %", "0.01 %", "100 %", "2.5 %", "0.0001 %", "0 %", "-0.5 %"])
    }

    @Test func daysOfTheCalendar() throws {
        let days = [("1970-01-01", 0), ("2000-02-29", 11_016), ("2026-12-04", 20_791), ("0001-01-01", -719_162)]
        for (text, number) in days {
            let day = try #require(CalendarDay(text))
            #expect(day.number == number && day.description == text)
        }
        for text in [
            "2026-02-29", "2026-13-01", "2026-1-01", "26-01-01", "2026-12-04 ", "2026-12-00", "", "2026/12/04",
        ] {
            #expect(CalendarDay(text) == nil, "\(text)")
        }
        for number in stride(from: -800_000, through: 800_000, by: 977) where (0...2_932_896).contains(number + 719_162)
        {
            #expect(CalendarDay(CalendarDay(number: number).description)?.number == number)
        }
    }

    @Test(
        "a UUID that is none, and a prefix that proves nothing, are named",
        arguments: [
            ("FFF0", "FFF1", nil, 0), ("FFF0", "6E400003-B5A3-F393-E0A9-E50E24DCCA9E", 8, 0), ("FFF", "FFF1", nil, 1),
            ("FFF0", "6E400003-B5A3F393-E0A9-E50E24DCCA9E", nil, 1), ("FFF0", "FFF1", 7, 1), ("G000", "", 65, 3),
        ] as [(String, String, Int?, Int)])
    func characteristics(_ service: String, _ characteristic: String, prefix: Int?, count: Int) {
        let plan = GatePlan("own", "A vendor characteristic") {
            Prove(.everything, .clean(below: .percent(5)))
            IdentifyBy(
                hashInCharacteristic: HashCharacteristic(
                    service: service, characteristic: characteristic, prefix: prefix))
        }
        #expect(plan.problems().count == count, "\(plan.problems())")
    }

    @Test func levelsOfIdentity() {
        #expect(IdentityLevel.proved.reaches(.flashed) && IdentityLevel.flashed.reaches(.flashed))
        #expect(!IdentityLevel.claimed.reaches(.flashed) && !IdentityLevel.unknown.reaches(.claimed))
        #expect(!IdentityLevel.contradicted.reaches(.contradicted) && !IdentityLevel.contradicted.reaches(.unknown))
    }
}
