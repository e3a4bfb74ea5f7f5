import Benches
import BlueZDriver
import Engine
import Ground
import Journal
import Links
import Recordings
import Reports
import RigKit
import ScenarioKit
import System
import TraceViews

/// One scenario on one rig, from opening the bench to giving everything back.
struct BenchRun {
    let scenario: Scenario
    let rig: Rig
    let seed: UInt64

    /// Plays the run; what keeps it from being played is a verdict too, and is in the journal like any other.
    func play(recorder: JournalRecorder, evidence: RunEvidence? = nil) -> RunSummary {
        let faults = scenario.problems(on: rig.factsOfAllRigs).filter { $0.weight == .fault }
        if let first = faults.first {
            let more = faults.count > 1 ? ", and \(faults.count - 1) more that 'trammel check' shows" : ""
            return leave(.error, reason: "the scenario is wrong: \(first)\(more)", recorder: recorder)
        }
        if let reason = Run.reasonToSkip(scenario, on: rig) {
            return leave(.skipped(reason: reason), reason: reason, recorder: recorder)
        }
        do {
            return try playOnBench(recorder: recorder, evidence: evidence)
        } catch {
            let fault = JournalEvent.fault(link: "rig \(rig.name)", what: error.what, remedy: error.remedy)
            return leave(.error, reason: error.what, recorder: recorder, telling: [fault])
        }
    }

    private func playOnBench(recorder: JournalRecorder, evidence: RunEvidence?) throws(RigFault) -> RunSummary {
        let isLive = rig.kind != .simulated
        let rehearsal = isLive ? Rehearsal(of: scenario, on: rig, seed: seed) : nil
        defer { rehearsal?.end() }
        let clock = MonotonicClock()
        // Listens before there are adapters, so that the trace has how they came up.
        let isWatched = isLive && evidence != nil && scenario.needs.contains(.bluetooth)
        let monitor = isWatched ? KernelWatch.monitor(clock: clock) : nil
        let links = try BenchFactory.open(rig, for: scenario, seed: seed, clock: clock, warn: Doubt.tell)
        rehearsal?.end()
        let memory = FrameMemory()
        let (played, watch) = watched(links, by: monitor, evidence, memory)
        defer {
            links.close()
            watch?.end()
        }
        let before = ProcessorTime.spent
        let raw = Run(scenario: scenario, rig: rig, seed: seed).play(on: played, recorder: recorder)
        let summary = memory.explained(raw)
        // Beside a real bench the figure would be of its threads; and the journal must stay the same to the byte.
        guard !isLive else { return summary }
        return summary.measuring(Measured(RunTally.processorTime, .span(ProcessorTime.spent - before)))
    }

    /// The links with everything that goes over them, and all that the kernel sees, kept in a trace which begins now;
    /// the last frames are remembered in any case.
    private func watched(
        _ links: any LinkSet, by monitor: BluetoothMonitor?, _ evidence: RunEvidence?, _ memory: FrameMemory
    ) -> (links: any LinkSet, watch: KernelWatch?) {
        let isLive = rig.kind != .simulated
        func interruptible(_ links: any LinkSet) -> InterruptibleLinks {
            InterruptibleLinks(links, isLive: isLive) { Interruption.isRequested }
        }
        guard let evidence else { return (RecordedLinks(interruptible(links), record: memory.receive), nil) }
        let record = { (event: TraceEvent) in
            memory.receive(event)
            evidence.trace.record(event)
        }
        let (recorded, watch): (RecordedLinks, KernelWatch?)
        if let monitor, let bench = links as? LiveBench {
            let kernel = KernelWatch(monitor, adapters: bench.bluetoothAdapters, record: record)
            let accessory = rig.accessories.first { scenario.needs.contains(.accessory($0.name)) }?.name
            let watched = AttendedLinks(links) {
                let finding = kernel.take()
                evidence.flush()
                return accessory.flatMap { name in finding.map { .bluetooth(name, .finding($0)) } }
            }
            (recorded, watch) = (RecordedLinks(interruptible(watched), record: record), kernel)
        } else {
            let links = interruptible(links)
            (recorded, watch) = (RecordedLinks(links, beforeWaiting: evidence.flush, record: record), nil)
        }
        let header = TraceHeader(scenario, on: rig, seed: seed, at: recorded.start)
        evidence.trace.begin(header)
        watch?.begin(header)
        return (recorded, watch)
    }

    /// A summary of this run without anything played.
    func summary(_ verdict: Verdict, reason: String) -> RunSummary {
        Run(scenario: scenario, rig: rig, seed: seed).summary(verdict, reason: reason)
    }

    private func leave(
        _ verdict: Verdict, reason: String, recorder: JournalRecorder, telling events: [JournalEvent] = []
    ) -> RunSummary {
        let summary = summary(verdict, reason: reason)
        let header = JournalEvent.runStarted(header: RunHeader(scenario: scenario.name, rig: rig.name, seed: seed))
        for event in [header] + events + [.runEnded(summary: summary)] { recorder.record(event, at: .start) }
        return summary
    }
}
