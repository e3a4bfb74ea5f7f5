import Engine
import Ground
import Journal
import Links
import Recordings
import Replay
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Testing

@testable import Simulators

@Suite("Recordings of a network, played as accessory or screen") struct RecordedNetworkTests {
    private static func rig(_ defect: String = "") throws -> Rig {
        try Rig.simulated.replacing("door=simulated:link=lan\(defect.isEmpty ? "" : ",defect=" + defect)")
    }

    @Test(
        "against the recording of a healthy accessory on the network the phone does the same, with the same verdict",
        arguments: [
            "configurationExchange", "fullFlow", "timeoutAndRetry", "zoneWalk", "linkLossWhileRanging",
            "reconnectsAtOnce",
        ])
    func healthy(_ name: String) throws {
        let recorded = try RecordedRun(of: .named(name), on: Self.rig())
        #expect(recorded.summary.verdict == .passed, "\(recorded.summary.reason ?? "")")
        for seed in 1...3 as ClosedRange<UInt64> {
            let again = try recorded.playedAgain(seed: seed)
            #expect(again.summary.verdict == .passed, "\(again.summary.reason ?? "")")
            #expect(again.difference == nil, "\(String(describing: again.difference))")
        }
    }

    @Test(
        "a failure on the network recurs from its recording",
        arguments: [
            ("neverStarts", "configurationExchange"), ("hangsUpOnInitialize", "configurationExchange"),
            ("hangsUpWhileRanging", "configurationExchange"), ("doesNotAdvertise", "configurationExchange"),
            ("answersTwice", "answersAtOnce"), ("resetsOnFirstMessage", "answersAtOnce"),
            ("shortConfiguration", "configurationExchange"), ("ignoresStop", "connectionStorm"),
        ])
    func failing(_ defect: String, _ name: String) throws {
        let recorded = try RecordedRun(of: .named(name), on: Self.rig(defect))
        #expect(recorded.summary.verdict == .failed)
        let again = try recorded.playedAgain()
        #expect(FailureKey(again.summary) == FailureKey(recorded.summary), "\(defect): \(again.summary.reason ?? "")")
        #expect(again.summary.verdict == recorded.summary.verdict)
    }

    @Test("another phone shows at the first frame that it should have written")
    func otherPhone() throws {
        let recorded = try RecordedRun(of: .named("fullFlow"), on: Self.rig())
        let difference = try #require(try recorded.playedAgain(by: .named("configurationExchange")).difference)
        #expect(difference.accessory == "door" && difference.frame > 0)
    }

    /// A recorded screen has no console, and the rig's console stays silent.
    private static let printing = ["showsStates"]

    @Test(
        "recorded screens do again what they did",
        arguments: Scenario.all.filter { !$0.phone.companions.isEmpty && !printing.contains($0.name) })
    func screens(scenario: Scenario) throws {
        let recorded = try RecordedRun(of: scenario, on: .simulated)
        for seed in 1...2 as ClosedRange<UInt64> {
            let links = RecordedScreens(ScreenRecording(in: recorded.frames, since: .start))
            let summary = ScenarioRun(scenario: scenario, rig: .simulated, seed: seed)
                .play(on: links, recorder: JournalRecorder())
            #expect(summary.verdict == recorded.summary.verdict, "\(summary.reason ?? "")")
            #expect(links.difference == nil, "\(String(describing: links.difference))")
            #expect(links.compared > 0)
        }
    }

    @Test("companions that act differently, or not at all, are noticed")
    func otherCompanions() throws {
        let recorded = try RecordedRun(of: .named("picksAndPlays"), on: .simulated)
        let links = RecordedScreens(ScreenRecording(in: recorded.frames, since: .start))
        let other = ScenarioRun(scenario: .named("consentRefused"), rig: .simulated, seed: 1)
        _ = other.play(on: links, recorder: JournalRecorder())
        links.finish()
        #expect(links.difference != nil)
        let idle = RecordedScreens(ScreenRecording(in: recorded.frames, since: .start))
        idle.finish()
        #expect(idle.difference?.now == nil && idle.difference?.then != nil && idle.compared == 0)
        #expect(ScreenRecording(in: [RecordedFrame](), since: .start).isEmpty)
    }

    @Test("malformed bytes on a connection are delivered as they came, and bounded") func nonsense() {
        var pieces = MessagePieces()
        #expect(pieces.receive([1, 0, 0, 0, 9]).map(\.content) == [[9]])
        #expect(pieces.receive([0xFF, 0xFF]).isEmpty)
        let broken = pieces.receive([0xFF, 0xFF, 5])
        #expect(
            broken.map(\.frame) == [[0xFF, 0xFF, 0xFF, 0xFF, 5]] && broken.map(\.content) == [[255, 255, 255, 255]])
        #expect(pieces.receive([6]).map(\.frame) == [[6]] && pieces.messages(in: [7]).isEmpty)
    }
}
