import Benches
import Engine
import Ground
import Journal
import Links
import Recordings
import Reports
import RigKit
import ScenarioKit
import System

/// One scenario on one rig, from opening the bench to giving everything back.
struct BenchRun {
    let scenario: Scenario
    let rig: Rig
    let seed: UInt64

    /// Plays the run; what keeps it from being played is a verdict too, and is in the journal like any other.
    func play(recorder: JournalRecorder, trace: RunTrace? = nil) -> RunSummary {
        let faults = scenario.problems(on: rig.factsOfAllRigs).filter { $0.weight == .fault }
        if let first = faults.first {
            let more = faults.count > 1 ? ", and \(faults.count - 1) more that 'trammel check' shows" : ""
            return leave(.error, reason: "the scenario is wrong: \(first)\(more)", recorder: recorder)
        }
        if let reason = Run.reasonToSkip(scenario, on: rig) {
            return leave(.skipped(reason), reason: reason, recorder: recorder)
        }
        do {
            let rehearsal = rig.kind == .simulated ? nil : Rehearsal(of: scenario, on: rig, seed: seed)
            defer { rehearsal?.end() }
            let links = try BenchFactory.open(rig, for: scenario, seed: seed, warn: Doubt.tell)
            rehearsal?.end()
            defer { links.close() }
            let interruptible = InterruptibleLinks(links, isLive: rig.kind != .simulated) { Interruption.isRequested }
            let before = ProcessorTime.spent
            let summary = Run(scenario: scenario, rig: rig, seed: seed)
                .play(on: trace.map { recorded(interruptible, in: $0) } ?? interruptible, recorder: recorder)
            // Beside a real bench the figure would be of its threads; and the journal must stay the same to the byte.
            guard rig.kind == .simulated else { return summary }
            return summary.measuring(Measured(RunTally.processorTime, .span(ProcessorTime.spent - before)))
        } catch {
            let fault = JournalEvent.fault(link: "rig \(rig.name)", what: error.what, remedy: error.remedy)
            return leave(.error, reason: error.what, recorder: recorder, telling: [fault])
        }
    }

    /// The links with everything that goes over them kept in a trace, which begins now.
    private func recorded(_ links: any LinkSet, in trace: RunTrace) -> any LinkSet {
        let recorded = RecordedLinks(links, beforeWaiting: trace.flush, record: trace.record)
        trace.begin(TraceHeader(scenario, on: rig, seed: seed, at: recorded.start))
        return recorded
    }

    /// A summary of this run without anything played.
    func summary(_ verdict: Verdict, reason: String) -> RunSummary {
        Run(scenario: scenario, rig: rig, seed: seed).summary(verdict, reason: reason)
    }

    private func leave(
        _ verdict: Verdict, reason: String, recorder: JournalRecorder, telling events: [JournalEvent] = []
    ) -> RunSummary {
        let summary = summary(verdict, reason: reason)
        let header = JournalEvent.runStarted(RunHeader(scenario: scenario.name, rig: rig.name, seed: seed))
        for event in [header] + events + [.runEnded(summary)] { recorder.record(event, at: .start) }
        return summary
    }
}
