import Journal
import Replay
import Rigs
import ScenarioKit
import Scenarios
import Testing

/// The conditions under which a verdict by another scenario applies to the recording.
@Suite struct JudgementTests {
    private func judged(_ recorded: Scenario, by other: Scenario) throws -> ReplayOutcome {
        let recording = try Recording(of: recorded)
        return try Replay(ReplayScript(recording.events), judgedBy: other, on: recording.rig).play()
    }

    @Test("a scenario that asks for what the recording has no answer to gets no sound verdict, whatever it is")
    func unsound() throws {
        let recorded = Scenario.named("tagOpensApp")
        var verdicts: [String] = []
        for other in Scenario.all where other.name != recorded.name {
            let outcome = try judged(recorded, by: other)
            if case .skipped = outcome.verdict { continue }
            guard outcome.difference == nil else { continue }
            verdicts.append(other.name)
            // The remaining ones ask for the same tag in the same way, so the recording does answer them.
            #expect(outcome.frameDivergence.map { $0.instant >= .start + outcome.summary.elapsed } ?? true)
        }
        #expect(verdicts.count < Scenario.all.count / 4, "\(verdicts)")
        let extended = try judged(recorded, by: .named("extendedFile"))
        #expect(extended.verdict == .passed && extended.difference != nil)
    }

    @Test("a scenario that does the same and expects something else gets a sound verdict")
    func sound() throws {
        let recorded = Scenario.named("tagOpensApp")
        let same = try judged(recorded, by: recorded)
        #expect(same.verdict == .passed && same.difference == nil)
        let other = Scenario("another", "Expects the browser of a tag that opens an app", phone: recorded.phone) {
            Tap(.doorTag) { Expect(.opened(.browser, path: "/door/open"), count: 1) }
        }
        let failed = try judged(recorded, by: other)
        #expect(failed.verdict == .failed, "\(failed.summary)")
        #expect(failed.difference == nil, "\(String(describing: failed.difference))")
    }

    @Test("a run's own scenario gets a sound verdict", arguments: Scenario.all)
    func own(scenario: Scenario) throws {
        let recording = try Recording(of: scenario)
        let other = Scenario(
            name: "another", summary: scenario.summary, phone: scenario.phone, always: scenario.always,
            steps: scenario.steps, spot: scenario.spot)
        let outcome = try Replay(ReplayScript(recording.events), judgedBy: other, on: recording.rig).play()
        #expect(outcome.difference == nil, "\(outcome.difference?.description ?? "")")
        #expect(outcome.verdict.kind == recording.summary.verdict.kind)
    }

    @Test("a frame that is omitted only after the failure leaves the verdict as it is")
    func afterTheFailure() throws {
        let recorded = Scenario.named("tapLaunchesTheApp")
        var steps = recorded.steps
        let place = try #require(steps.firstIndex { if case .stay = $0.action { true } else { false } })
        steps.insert(contentsOf: Self.impatient.steps.suffix(1), at: place)
        let stricter = Scenario(
            name: "stricter", summary: "Expects configuration data at once", phone: recorded.phone, steps: steps,
            spot: recorded.spot)
        let outcome = try judged(recorded, by: stricter)
        #expect(outcome.verdict == .failed && outcome.difference == nil, "\(outcome)")
    }

    private static let impatient = Scenario("impatient", "Expects configuration data at once", phone: .withDoorApp) {
        Connect(.door, within: .seconds(5))
        Await(.received(.configuration, from: .door), within: .milliseconds(500))
    }

    @Test(
        "an answer to a frame that the scenario did not send is neither the accessory's fault nor the rig's",
        arguments: [
            ("uses.sessionID", "permissionRefused"), ("uses.sessionID", "keepsConnectionParameters"),
            ("uses.sessionID", "permissionAsked"), ("tagOpensApp", "tagWaitsForDisplay"),
        ])
    func omission(recorded: String, other: String) throws {
        let outcome = try judged(.named(recorded), by: .named(other))
        #expect(outcome.difference != nil, "\(outcome.summary)")
    }

    @Test("a run that is ended in the middle shows only the recorded events up to there, and no verdict")
    func cutShort() throws {
        let recording = try Recording(of: .named("fullFlow"))
        let frames = try recording.replay().play().framesPlayed
        for frame in stride(from: 10, to: frames, by: 7) {
            var heard: [JournalEntry] = []
            let outcome = try recording.replay().play(until: frame, watchers: [{ heard.append($0) }])
            #expect(outcome.isCutShort)
            let recorded = recording.journal.prefix(heard.count)
            #expect(heard[...] == recorded, "frame \(frame)")
            #expect(!heard.contains { if case .runEnded = $0.event { true } else { false } })
        }
    }
}
