import Benches
import Engine
import Evidence
import FoundationEssentials
import Glibc
import Ground
import Journal
import Links
import Recordings
import Reports
import RigKit
import Runs
import ScenarioKit

/// A run whose evidence is written to a separate folder, with a fault.
struct EvidenceTrial {
    private let fault: BenchFault
    private let scenario: Scenario
    private let rig: Rig
    private let seed: UInt64
    private let moment: Instant

    init(_ fault: BenchFault, _ scenario: Scenario, on rig: Rig, seed: UInt64, at moment: Instant) {
        (self.fault, self.scenario, self.rig, self.seed, self.moment) = (fault, scenario, rig, seed, moment)
    }

    /// Plays it, and returns what remains of the run.
    func play(through wrap: (any LinkSet) -> any LinkSet) -> RunSummary {
        do {
            let folder = try Self.newFolder()
            defer { try? FileManager.default.removeItem(atPath: folder) }
            return try play(in: folder, through: wrap)
        } catch {
            return ScenarioRun(scenario: scenario, rig: rig, seed: seed).summary(
                RunError("run.notPlayed", "there is no folder for the evidence: \(error)"))
        }
    }

    private func play(
        in folder: String, through wrap: (any LinkSet) -> any LinkSet
    ) throws(CommandError) -> RunSummary {
        // The trace ends when the disk has less room than this, which no disk has.
        let options = fault == .diskFull ? TraceKeeping(reserve: ByteCount(bytes: .max)) : TraceKeeping()
        let provenance = Provenance(of: rig, with: RigOverrides())
        let evidence = try EvidenceFolder(in: folder, options: options, of: RunSession.word, with: provenance)
        let kept = try evidence.begin(run: 1, of: scenario.name, seed: seed, isLive: false)
        let name = EvidenceFolder.name(of: 1, of: scenario.name, seed: seed)
        let recorder = JournalRecorder(
            watchers: [{ keep($0, in: kept, "\(folder)/\(name)") }], keepsEntries: false)
        let played = RigTrial.play(scenario, on: rig, seed: seed, recorder: recorder) { links in
            let recorded = RecordedLinks(wrap(links)) { if !isOver($0) { kept.trace.record($0) } }
            kept.trace.begin(TraceHeader(scenario, on: rig, seed: seed, at: recorded.start))
            return recorded
        }
        guard fault == .guestKilled else { return Self.everywhere(kept.settle(played).summary) }
        let plan = RunPlan(
            scenarios: [scenario], rig: rig, firstSeed: seed, seeds: 1, rounds: 1,
            coverage: RunCoverage(scenarios: 1),
            facts: BenchFacts(
                accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name), phones: rig.phones.map(\.name),
                screens: rig.screens.map(\.name)))
        let left = PlannedRunFolders(of: plan, in: folder).tally(because: "the machine was killed").summaries
        return left.first ?? played
    }

    /// Returns the summary in words without the folder and the disk's free space: one seed gives one matrix.
    private static func everywhere(_ summary: RunSummary) -> RunSummary {
        guard summary.verdict == .error, let code = summary.errorCode else { return summary }
        return summary.ending(in: RunError(code, on: summary.errorLink, "the evidence could not be kept"))
    }

    private func keep(_ entry: JournalEntry, in kept: RunEvidence, _ folder: String) {
        if fault == .guestKilled, entry.instant >= moment { return }
        if fault == .folderTaken, entry.instant >= moment { try? FileManager.default.removeItem(atPath: folder) }
        kept.receive(entry)
    }

    /// Whether the writer is dead.
    private func isOver(_ event: TraceEvent) -> Bool {
        guard fault == .guestKilled, case .received(let arrival, _, _) = event else { return false }
        return arrival.instant >= moment
    }

    private static func newFolder() throws(CommandError) -> String {
        let place = FileManager.default.temporaryDirectory.path
        var path = Array("\(place)/trammel-zoo-XXXXXX".utf8CString)
        guard mkdtemp(&path) != nil else {
            throw CommandError(what: "no folder can be made in \(place)", remedy: "Make room there")
        }
        return path.withUnsafeBufferPointer {
            String(decoding: $0.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        }
    }
}
