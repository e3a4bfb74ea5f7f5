import Ground
import Journal
import NDEF
import ScenarioKit
import Scenarios
import Simulators
import Testing
import Vocabulary
import Wording

@testable import Engine

/// A meaning is a claim about what was seen, and appears only where that was seen.
struct MeaningTests {
    /// A line of a shipped scenario with its meaning and the codes that its failures can show.
    private struct Line: CustomStringConvertible {
        let scenario: String
        let text: String
        let meaning: Meaning
        let possible: Set<FailureCode>

        init(_ scenario: String, _ text: String, _ meaning: Meaning, _ possible: Set<FailureCode>) {
            (self.scenario, self.text, self.meaning, self.possible) = (scenario, text, meaning, possible)
        }

        var description: String { "\(scenario), \(text): \(meaning.text)" }
    }

    private static let lines: [Line] = Scenario.all.flatMap { scenario in
        scenario.always.compactMap { line(of: $0, in: scenario) }
            + scenario.steps.flatMap { lines(of: $0, in: scenario) }
    }

    private static func lines(of step: Step, in scenario: Scenario) -> [Line] {
        var found = step.action.checks.compactMap { line(of: $0, in: scenario) }
        if let meaning = step.cause {
            found.append(Line(scenario.name, "\(step.action)", meaning, step.action.failureCodes))
        }
        if case .inspect(_, _, let checks) = step.action {
            found += checks.compactMap { check in
                check.cause.map { Line(scenario.name, "\(check)", $0, check.what.failureCodes) }
            }
        }
        return found + step.action.innerSteps.flatMap { lines(of: $0, in: scenario) }
    }

    private static func line(of check: Check, in scenario: Scenario) -> Line? {
        check.cause.map { Line(scenario.name, "\(check)", $0, check.failureCodes) }
    }

    private static let absent: Set<FailureCode> = [
        "expectation.never", "exchange.noConfiguration", "session.neverStarted", "session.stopUnanswered",
    ]
    private static let undecided: Set<FailureCode> = ["expectation.late", "expectation.notInTime"]

    @Test("Every meaning has a witness that its line can show, and no other failure of the line shows it")
    func table() {
        #expect(Self.lines.count > 400)
        for line in Self.lines {
            // A meaning may be shared by several lines of its scenario.
            let sharing = Self.lines.filter { $0.scenario == line.scenario && $0.meaning == line.meaning }
            let possible = sharing.reduce(into: Set<FailureCode>()) { $0.formUnion($1.possible) }
            #expect(!line.possible.isDisjoint(with: line.meaning.witnesses), "\(line)")
            #expect(possible.isSuperset(of: line.meaning.witnesses), "\(line)")
            for code in FailureCode.table.map(\.code) {
                let failure = StepFailure(
                    code: code, expected: .noConfiguration, seen: .noConfiguration, spot: SourceSpot(#fileID, #line),
                    cause: line.meaning)
                #expect((failure.shownMeaning != nil) == line.meaning.witnesses.contains(code), "\(line), \(code)")
            }
        }
    }

    @Test(
        "No meaning speaks of both too much and too little, and only one that names a limit of late and absent events")
    func sides() {
        for line in Self.lines {
            let witnesses = Set(line.meaning.witnesses)
            let lacks = Self.absent.union(["expectation.tooSeldom"])
            #expect(!witnesses.contains("expectation.tooOften") || witnesses.isDisjoint(with: lacks), "\(line)")
            // What did not happen within a limit that the meaning names came late or never.
            let isOfLimit =
                line.meaning.text.contains(" within ") && witnesses.subtracting(["expectation.never"]).count == 1
            #expect(
                witnesses.isDisjoint(with: Self.undecided) || witnesses == ["expectation.late"]
                    || isOfLimit && witnesses.contains("expectation.late"), "\(line)")
        }
    }

    private static func line(_ scenario: String, _ text: String) throws -> Line {
        try #require(lines.first { $0.scenario == scenario && $0.meaning.text == text }, "\(scenario): \(text)")
    }

    @Test(
        "A meaning about too many events is not shown if there was none, and the reverse",
        arguments: [
            ("backgroundOnce", "it opens more than one new connection", "expectation.never", "expectation.tooOften"),
            ("launchesOnce", "it asks more than once for one choice", "expectation.never", "expectation.tooOften"),
            (
                "twoInterfaces", "it invites more than once over two interfaces", "expectation.never",
                "expectation.tooOften"
            ),
            ("keepsRanging", "it ranges less than once a second", "expectation.never", "expectation.tooSeldom"),
            (
                "saysOnceThatItRanges", "it reports more than once that ranging started", "expectation.never",
                "expectation.tooOften"
            ),
            (
                "answersAtOnce", "it does not answer an initialize right after connecting", "expectation.late",
                "expectation.never"
            ),
            (
                "advertisesItsService", "phones scan only for the service of its data channel", "link.notFound",
                "advertising.noService"
            ),
            (
                "pairsAndComesBack", "once paired it no longer answers initialize", "session.neverStarted",
                "exchange.noConfiguration"
            ),
        ] as [(String, String, FailureCode, FailureCode)])
    func examples(scenario: String, text: String, hidden: FailureCode, shown: FailureCode) throws {
        let meaning = try Self.line(scenario, text).meaning
        #expect(meaning.isShown(by: shown) && !meaning.isShown(by: hidden))
    }

    private static func factoryCheck(_ memory: Type2Memory) throws -> Failure {
        let played = play(.named("factoryLineCheck"), tags: [(.lockedTag, SimulatedTag(memory))])
        return try #require(played.failure, "\(played.summary.reason ?? "")")
    }

    private static func memory(_ link: String) throws -> Type2Memory {
        try Type2Memory(.ntag213, message: NDEFMessage([.uri(link)]).encoded)
    }

    @Test(
        "A wrong link is that of another door only if it is the same link with another value",
        arguments: [
            ("https://example.com/door/open?door=3", true), ("http://example.com/door/open?door=2", false),
            ("https://example.com/door/open", false), ("https://example.com/door/open?door=2&light=1", false),
            ("https://example.com/gate/open?door=2", false),
        ])
    func otherDoor(link: String, isOther: Bool) throws {
        let failure = try Self.factoryCheck(try Self.memory(link).locked)
        #expect(failure.seenCode == (isOther ? "tag.otherTag" : "tag.mismatch"), "\(failure.seen)")
        #expect(failure.meaning?.contains("another door") == (isOther ? true : nil))
    }

    @Test("A tag is called writable only if it is")
    func writable() throws {
        let open = try Self.factoryCheck(try Self.memory("https://example.com/door/open?door=2"))
        #expect(open.code == "tag.writable" && open.meaning == "any passer-by can write another link")
    }

    @Test("A check over a block does not take the meaning of the step during which it fails")
    func block() {
        func bench(_ check: Expect) -> DirectorBench {
            DirectorBench(
                Scenario("throughout", "Holds a check over a stay with its own meaning") {
                    Throughout {
                        check
                    } steps: {
                        Stay(.seconds(2)) {
                            Expect(.suspended(.door), count: 0)
                        }.otherwise("it was suspended", when: .tooManyCame)
                    }
                })
        }
        var bare = bench(Expect(.prompted, count: 0))
        bare.hear(.prompted, at: 500)
        #expect(bare.failure?.code == "expectation.tooOften" && bare.failure?.shownMeaning == nil)
        var told = bench(Expect(.prompted, count: 0).otherwise("the user was asked", when: .tooManyCame))
        told.hear(.prompted, at: 500)
        #expect(told.failure?.shownMeaning?.text == "the user was asked")
        var own = bench(Expect(.prompted, count: 0))
        own.hear(.sessionWasSuspended, at: 500)
        #expect(own.failure?.shownMeaning?.text == "it was suspended")
    }
}
