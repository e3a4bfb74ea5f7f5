import Evidence
import Glibc
import Ground
import Journal
import OperatingSystem
import Replay
import Reports
import RigKit
import Rigs
import Runs
import ScenarioKit
import Scenarios
import TestSupport
import Testing

/// A recorded run replayed against a live bench, in either role, for several rounds.
@Suite struct LiveReplayRoundsTests {
    final class Lines: TextOutput {
        private(set) var text = ""
        func write(_ text: String) { self.text += text }
    }

    /// The part that is played.
    enum Part: CaseIterable {
        case phone, accessory
    }

    private static let broken = "door=simulated:variant=appleSample,defect=answersTwice"

    /// Records a run in a folder, and returns the run's folder.
    private static func record(_ scenario: Scenario, on rig: Rig, in path: String) throws -> String {
        try recorded(scenario, on: rig, in: path).folder
    }

    /// Records a run; returns its folder and its own summary.
    static func recorded(
        _ scenario: Scenario, on rig: Rig, in path: String
    ) throws -> (folder: String, summary: RunSummary) {
        let folder = try EvidenceFolder(
            in: path, options: TraceKeeping(reserve: ByteCount(bytes: 0)), of: "run",
            with: Provenance(of: rig, with: RigOverrides()))
        let kept = try folder.begin(run: 1, of: scenario.name, seed: 1, isLive: false)
        let facts = BenchFacts(
            accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name), screens: rig.screens.map(\.name))
        let summary = BenchRun(scenario: scenario, rig: rig, seed: 1, facts: facts).play(
            recorder: JournalRecorder(watchers: [kept.receive], keepsEntries: false), evidence: kept, warn: { _ in })
        try #require(kept.settle(summary).trouble == nil)
        return ("\(path)/001-\(scenario.name)-seed1", summary)
    }

    static func replay(
        _ part: Part, of trace: String, on rig: Rig, rounds: Int = 1, output: String? = nil, reserve: UInt64 = 0,
        isVerbose: Bool = false
    ) throws -> (end: LiveReplayEnd, text: String) {
        let source = try ReplaySource(trace, tell: { _ in })
        let options = LiveReplayOptions(
            rig: rig, overrides: RigOverrides(), seed: nil, speed: 1, until: nil, rounds: rounds, output: output,
            trace: TraceKeeping(reserve: ByteCount(bytes: reserve)), patience: .seconds(2), isVerbose: isVerbose,
            accessory: nil, adapter: nil)
        let lines = Lines()
        let console = ReplayConsole(output: lines, terminal: .plain, warn: { _ in })
        let end =
            switch part {
            case .phone:
                try ReplayAsPhone(source: source, judgedBy: nil, options: options, console: console).play()
            case .accessory: try ReplayAsAccessory(source: source, options: options, console: console).play()
            }
        return (end, lines.text)
    }

    @Test("a run that passed passes again, in every round, and each round is kept", arguments: Part.allCases)
    func passes(part: Part) throws {
        let scratch = try Scratch()
        let trace = try Self.record(.named("configurationExchange"), on: .simulated, in: scratch("a"))
        let (end, text) = try Self.replay(part, of: trace, on: .simulated, rounds: 3, output: scratch("b"))
        #expect(end.status == .passed && end.troubles.isEmpty, "\(text)")
        let folders = (1...3).map { "00\($0)-configurationExchange-seed1" }
        #expect(Scratch.names(in: scratch("b")) == folders + ["report.xml"])
        for folder in folders {
            #expect(
                Scratch.names(in: scratch("b/\(folder)")) == [
                    "journal.jsonl", "manifest.sha256", "trace.pcapng", "verdict.json",
                ])
        }
        let again = try ReplaySource(scratch("b/\(folders[0])"), tell: { Issue.record("\($0)") })
        let offline = try PlayedAgainTrace(again, judgedBy: nil)
        #expect((offline != nil) == (part == .phone))
    }

    @Test("a trace that is too large to be held in memory is refused with its size and the limit")
    func tooLarge() throws {
        let scratch = try Scratch()
        let folder = try Self.record(.named("configurationExchange"), on: .simulated, in: scratch("a"))
        let trace = "\(folder)/trace.pcapng"
        try #require(truncate(trace, 300_000_000) == 0)
        let told = "\(trace) has 300 MB, and a trace that is held in memory has 256 MB at most"
        for part in Part.allCases {
            let error = #expect(throws: CommandError.self) { try Self.replay(part, of: trace, on: .simulated) }
            #expect(error?.what == told && error?.remedy != nil)
        }
        let error = #expect(throws: CommandError.self) {
            try TraceReduction(of: trace, to: nil, limit: 1, telling: Lines()).perform()
        }
        #expect(error?.what == told)
    }

    @Test("a failure recurs on the same bench", arguments: Part.allCases)
    func failsAgain(part: Part) throws {
        let scratch = try Scratch()
        let rig = try Rig.simulated.replacing(Self.broken)
        let trace = try Self.record(.named("answersAtOnce"), on: rig, in: scratch("a"))
        let (end, text) = try Self.replay(part, of: trace, on: rig)
        #expect(end.status == .passed && end.troubles.isEmpty, "\(text)")
    }

    @Test("an accessory that was fixed differs from the recorded one")
    func mended() throws {
        let scratch = try Scratch()
        let trace = try Self.record(
            .named("answersAtOnce"), on: try Rig.simulated.replacing(Self.broken), in: scratch("a"))
        let (end, text) = try Self.replay(.phone, of: trace, on: .simulated)
        #expect(end.status == .failed && end.troubles.isEmpty, "\(text)")
    }

    @Test("a round whose evidence cannot be kept ends the replay, and all rounds are counted", arguments: Part.allCases)
    func unkept(part: Part) throws {
        let scratch = try Scratch()
        let trace = try Self.record(.named("configurationExchange"), on: .simulated, in: scratch("a"))
        let (end, text) = try Self.replay(
            part, of: trace, on: .simulated, rounds: 3, output: scratch("b"), reserve: .max)
        #expect(end.status == .nothingShown && end.troubles.count == 1, "\(text)")
        let names = ["001-configurationExchange-seed1", "report.xml"]
        #expect(Scratch.names(in: scratch("b")) == names)
        let verdict = try #require(Scratch.text(of: scratch("b/\(names[0])/verdict.json")))
        #expect(verdict.contains("\"error\""), "nothing passes without evidence")
        let report = try #require(Scratch.text(of: scratch("b/report.xml")))
        #expect(report.split(separator: "<testcase").count == 1 + 3, "\(report)")
        #expect(throws: CommandError.self, "a folder with other runs must be refused") {
            try Self.replay(part, of: trace, on: .simulated, output: scratch("b"))
        }
    }

    @Test("a bench without what the scenario needs skips it, and nothing is shown", arguments: Part.allCases)
    func skipped(part: Part) throws {
        let scratch = try Scratch()
        let trace = try Self.record(.named("fullFlow"), on: .simulated, in: scratch("a"))
        let (end, text) = try Self.replay(part, of: trace, on: try Rig.simulated.replacing("uwb=none"))
        #expect(end.status == .nothingShown && end.troubles.isEmpty, "\(text)")
    }
}
