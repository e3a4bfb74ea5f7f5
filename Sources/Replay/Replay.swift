import Engine
public import Ground
public import Journal
public import Links
import Recordings
public import RigKit
public import ScenarioKit

/// A recorded run, to be played again without anything but its trace.
public struct Replay: Sendable {
    public let script: ReplayScript
    /// The scenario that is played: the recorded one, or another one that is to judge the trace.
    public let scenario: Scenario
    /// Whether it is the recorded one, so that journal and verdict must be the same.
    public let isOwnScenario: Bool
    /// The rig on which it was recorded, as far as a run depends on it.
    public let rig: Rig
    private let mode: ReplayMode

    /// A trace with the scenario that is in it, or judged by another one.
    ///
    /// Without a rig, one is made up that has what the trace speaks of.
    public init(_ script: ReplayScript, judgedBy other: Scenario? = nil, on rig: Rig? = nil) throws(ReplayTrouble) {
        guard script.isPlayable else {
            switch script.ending {
            case .verdict(let verdict, let reason): throw .nothingPlayed(verdict: verdict, reason: reason)
            case .cut: throw .nothingPlayed(verdict: "aborted", reason: nil)
            case .gap(let what): throw .beginningMissing(what)
            }
        }
        self.script = script
        isOwnScenario = other == nil
        if let other { scenario = other } else { scenario = try Self.scenario(in: script) }
        self.rig = rig ?? Rig(standingInFor: script.header, playing: scenario)
        mode = other != nil ? .free : .strict(waits: rig?.kind == .simulated ? .exact : .loose)
    }

    private static func scenario(in script: ReplayScript) throws(ReplayTrouble) -> Scenario {
        guard !script.header.scenarioText.isEmpty else { throw .noScenario }
        do throws(ScenarioFileError) {
            return try ScenarioFile.scenario(from: script.header.scenarioText)
        } catch {
            throw .scenario(error)
        }
    }

    /// Plays it and compares what happens with what was recorded.
    ///
    /// `frame` is the number of the last frame that is played. `pace` is called before each reception with the instant
    /// of it, and gives false where the run is to be interrupted. The watchers hear each entry of the journal as it
    /// comes, up to where the replay is cut short: what a run does that is ended there is no part of it. `wrap` may put
    /// something between the run and the replayed links. Without `keepingJournal` the memory that it takes does not
    /// grow with the trace.
    public func play(
        until frame: Int? = nil, keepingJournal: Bool = true, pace: @escaping (Instant) -> Bool = { _ in true },
        watchers: [(JournalEntry) -> Void] = [], wrap: (any LinkSet) -> any LinkSet = { $0 }
    ) -> ReplayOutcome {
        play(
            script, mode, until: frame, keepingJournal: keepingJournal, pace: pace, watchers: watchers,
            watchesBeyond: false, wrap: wrap)
    }

    /// Plays a part of it at its recorded instants; nothing is compared.
    func playFreely(
        _ script: ReplayScript, wrap: (any LinkSet) -> any LinkSet = { $0 }, watchers: [(JournalEntry) -> Void] = []
    ) -> ReplayOutcome {
        play(script, .free, keepingJournal: false, watchers: watchers, wrap: wrap)
    }

    private func play(
        _ script: ReplayScript, _ mode: ReplayMode, until frame: Int? = nil, keepingJournal: Bool,
        pace: @escaping (Instant) -> Bool = { _ in true }, watchers: [(JournalEntry) -> Void],
        watchesBeyond: Bool = true, wrap: (any LinkSet) -> any LinkSet
    ) -> ReplayOutcome {
        let links = ReplayLinks(script, mode: mode, until: frame, pace: pace)
        let comparison = isOwnScenario && script.hasNotes ? JournalComparison(script, of: links) : nil
        let heard = watchers.map { watcher in
            { (entry: JournalEntry) in if watchesBeyond || !links.isCutShort { watcher(entry) } }
        }
        var hasher = Hasher()
        let recorder = JournalRecorder(
            watchers: heard + [{ hasher.combine($0) }] + (comparison.map { [$0.receive] } ?? []),
            keepsEntries: keepingJournal)
        let summary = ScenarioRun(scenario: scenario, rig: rig, seed: script.header.seed)
            .play(on: wrap(links), recorder: recorder)
        links.end()
        comparison?.end()
        let verdict = isOwnScenario && !links.isCutShort ? Self.verdictDivergence(summary, script, links) : nil
        let decided = script.header.start + summary.elapsed
        return ReplayOutcome(
            divergence: comparison?.divergence ?? links.divergence ?? verdict, frameDivergence: links.divergence,
            difference: links.divergence.flatMap { $0.instant < decided ? $0 : nil }, summary: summary,
            journal: recorder.entries, fingerprint: hasher.finalize(),
            framesPlayed: links.framesPlayed, isCutShort: links.isCutShort || !script.isWhole)
    }

    private static func verdictDivergence(
        _ summary: RunSummary, _ script: ReplayScript, _ links: ReplayLinks
    ) -> Divergence? {
        guard case .verdict(let verdict, let reason) = script.ending else { return nil }
        guard !script.ended(as: summary) else { return nil }
        return Divergence(
            .verdict(words(summary.verdict.description, summary.reason), insteadOf: words(verdict, reason)),
            frame: links.lastFrame, at: links.instant, after: links.lastArrival)
    }

    private static func words(_ verdict: String, _ reason: String?) -> String {
        verdict + (reason.map { ": \($0)" } ?? "")
    }
}
