import Engine
public import Ground
import JSON
public import Journal
public import Links
import Recordings
public import RigKit
public import ScenarioKit

/// A recorded run that can be played from its trace alone.
public struct Replay: Sendable {
    public let script: ReplayScript
    /// The scenario to play: the recorded one, or another that judges the trace.
    public let scenario: Scenario
    /// Whether the scenario is the recorded one, so that journal and verdict must match.
    public let isOwnScenario: Bool
    /// The rig on which it was recorded, as far as a run depends on it.
    public let rig: Rig
    private let mode: ReplayMode

    /// Creates a replay of a trace with its own scenario, or judged by another one.
    ///
    /// Without a rig, a substitute is made with the devices that the trace mentions.
    public init(_ script: ReplayScript, judgedBy other: Scenario? = nil, on rig: Rig? = nil) throws(ReplayError) {
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

    private static func scenario(in script: ReplayScript) throws(ReplayError) -> Scenario {
        guard !script.header.scenarioText.isEmpty else { throw .noScenario }
        do throws(JSONFileError) {
            return try ScenarioFile.scenario(from: script.header.scenarioText)
        } catch {
            throw .scenario(error)
        }
    }

    /// Plays the run and compares it with the recording.
    ///
    /// `frame` is the number of the last frame to play. `pace` is called with the instant of each reception before it
    /// is given, and returns false to interrupt the run. The watchers receive each journal entry as it is made, up to
    /// where the replay is cut short: what a run does after that is not part of it. `wrap` may insert something
    /// between the run and the replayed links. Without `keepingJournal` memory use does not grow with the trace.
    public func play(
        until frame: Int? = nil, keepingJournal: Bool = true, pace: @escaping (Instant) -> Bool = { _ in true },
        watchers: [(JournalEntry) -> Void] = [], wrap: (any LinkSet) -> any LinkSet = { $0 }
    ) -> ReplayOutcome {
        play(
            script, mode, until: frame, keepingJournal: keepingJournal, pace: pace, watchers: watchers,
            watchesBeyond: false, wrap: wrap)
    }

    /// Plays a part of the run at its recorded instants without comparing anything.
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
        let run = ScenarioRun(
            scenario: scenario, rig: rig, seed: script.header.seed, reportingPlaces: script.reportsPlaces)
        let summary = run.play(on: wrap(links), recorder: recorder)
        links.end()
        comparison?.end()
        let verdict = isOwnScenario && !links.isCutShort ? Self.verdictDivergence(summary, script, links) : nil
        let decided = summary.failures.first?.instant ?? script.header.start + summary.elapsed
        let difference = links.divergence.flatMap { divergence in
            // An answer to a frame that was not sent may decide the verdict at once.
            divergence.instant < decided || (links.hasAnsweredOmission && divergence.instant == decided)
                ? divergence : nil
        }
        return ReplayOutcome(
            divergence: comparison?.divergence ?? links.divergence ?? verdict, frameDivergence: links.divergence,
            difference: difference, summary: summary,
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
