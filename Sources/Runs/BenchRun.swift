public import Benches
import BlueZDriver
import Engine
public import Evidence
import Ground
public import Journal
import Links
import OperatingSystem
import Recordings
import Reports
public import RigKit
public import ScenarioKit
import Views

/// One scenario on one rig, from opening the bench to releasing everything.
public struct BenchRun {
    public let scenario: Scenario
    public let rig: Rig
    public let seed: UInt64
    /// The names on all available rigs; a name that none of them has is a mistake in the scenario.
    private let facts: BenchFacts
    /// The number of earlier runs of the command with the same accessories.
    private let playedBefore: Int
    /// Remarks about the bench for the journal.
    private let notes: [Finding]

    public init(
        scenario: Scenario, rig: Rig, seed: UInt64, facts: BenchFacts, playedBefore: Int = 0, notes: [Finding] = []
    ) {
        (self.playedBefore, self.notes) = (playedBefore, notes)
        self.scenario = scenario
        self.rig = rig
        self.seed = seed
        self.facts = facts
    }

    /// Whether the bench uses real drivers.
    var isLive: Bool { rig.kind != .simulated }

    /// Plays the run and writes all of its evidence before returning; doubts about the bench go to `warn`.
    public func play(
        recorder: JournalRecorder, evidence: RunEvidence? = nil, warn: @escaping (String) -> Void
    ) -> RunSummary {
        let work = DeferredWork(isDeferring: false)
        return play(recorder: recorder, evidence: evidence, deferring: work, warn: warn)
    }

    /// Whether the run uses the kernel's Bluetooth, which an accessory on the network does not need.
    var usesBluetooth: Bool {
        rig.bluetooth != .none
            && scenario.needs.contains { need in
                switch need {
                case .accessory(let name), .phone(let name): !rig.onNetwork.contains(name)
                default: false
                }
            }
    }

    /// Whether a service on the network has to be found by its name.
    private var asksForServices: Bool {
        let hasScreen = scenario.needs.contains { if case .screen = $0 { true } else { false } }
        return hasScreen
            || rig.accessories.contains { entry in
                guard case .lan(.service) = entry.port else { return false }
                return scenario.needs.contains(.accessory(entry.name))
            }
    }

    /// Plays the run. An obstacle that prevents it also leads to a verdict and is in the journal like any other.
    ///
    /// Evidence is written through `work`, which may have work left at the end. A live bench reuses what an earlier
    /// one left in `stock`. Doubts about the bench go to `warn`.
    public func play(
        recorder: JournalRecorder, evidence: RunEvidence? = nil,
        deferring work: DeferredWork = DeferredWork(isDeferring: false), from stock: BenchPool = BenchPool(),
        warn: @escaping (String) -> Void
    ) -> RunSummary {
        let faults = scenario.problems(on: facts).filter { $0.weight == .fault }
        if let first = faults.first {
            let more = faults.count > 1 ? ", and \(faults.count - 1) more that '\(Program.command) check' shows" : ""
            return leave(
                summary(RunError("scenario.invalid", "the scenario is wrong: \(first)\(more)")), recorder: recorder)
        }
        if let reason = ScenarioRun.reasonToSkip(scenario, on: rig) {
            return leave(summary(.skipped(reason: reason), reason: reason), recorder: recorder)
        }
        do {
            return try playOnBench(recorder, evidence, work, stock, warn)
        } catch {
            let fault = JournalEvent.fault(link: nil, what: error.what, remedy: error.remedy)
            return leave(summary(RunError("rig.notOpened", error.what)), recorder: recorder, telling: [fault])
        }
    }

    private func playOnBench(
        _ recorder: JournalRecorder, _ evidence: RunEvidence?, _ work: DeferredWork, _ stock: BenchPool,
        _ warn: @escaping (String) -> Void
    ) throws(RigFault) -> RunSummary {
        let rehearsal = isLive ? WarmUp(of: scenario, on: rig, seed: seed) : nil
        defer { rehearsal?.end() }
        let clock = MonotonicClock()
        // Monitoring starts before the adapters exist, so that the trace shows how they came up.
        let isWatched = isLive && evidence != nil && usesBluetooth
        let monitor = isWatched ? KernelWatch.monitor(clock: clock, warn: warn) : nil
        let isTapped = isLive && evidence != nil && asksForServices
        let tap = isTapped ? NetworkWatch.tap(clock: clock, warn: warn) : nil
        let links = try BenchFactory.open(
            rig.afterRuns(playedBefore), for: scenario, seed: seed, from: stock, clock: clock, warn: warn)
        if let bench = links as? LiveBench { for note in notes { bench.tell(note, for: scenario) } }
        rehearsal?.end()
        let memory = FrameMemory()
        let network = tap.map { tap in
            NetworkWatch(tap, interfaces: (links as? LiveBench)?.networkInterfaces, warn: warn) { event in
                work.add { evidence?.trace.record(event) }
            }
        }
        let (played, watch) = watched(links, by: monitor, network, evidence, memory, work, warn)
        defer {
            links.close()
            watch?.end()
            network?.end()
        }
        let before = ProcessorTime.spentByThread
        let raw = ScenarioRun(scenario: scenario, rig: rig, seed: seed).play(on: played, recorder: recorder)
        work.perform()
        let summary = memory.explained(raw)
        // A run in virtual time has a single thread. On a real bench the figure would cover one of many threads, and
        // the journal must stay the same to the byte.
        guard !isLive else { return summary }
        return summary.measuring(Measured(Measured.processorTime, .span(ProcessorTime.spentByThread - before)))
    }

    /// The maximum time for deferred work before new arrivals have their turn.
    private static let longestPart = Lapse.milliseconds(2)

    /// Returns the links wrapped so that their traffic, and all that the kernel sees, is recorded in a trace that
    /// begins now; the last frames are remembered in any case.
    private func watched(
        _ links: any LinkSet, by monitor: BluetoothMonitor?, _ network: NetworkWatch?, _ evidence: RunEvidence?,
        _ memory: FrameMemory, _ work: DeferredWork, _ warn: @escaping (String) -> Void
    ) -> (links: any LinkSet, watch: KernelWatch?) {
        func interruptible(_ links: any LinkSet) -> InterruptibleLinks {
            InterruptibleLinks(links, isLive: isLive, slice: Interruption.slice) { Interruption.isRequested }
        }
        let record = { (event: TraceEvent) in
            work.add {
                memory.receive(event)
                evidence?.trace.record(event)
            }
        }
        let accessory =
            rig.accessories.first { scenario.needs.contains(.accessory($0.name)) }?.name ?? scenario.phones.first
        var watch: KernelWatch?
        if let monitor, let bench = links as? LiveBench {
            watch = KernelWatch(monitor, adapters: bench.bluetoothAdapters, warn: warn, record: record)
        }
        let attended = AttendedLinks(links) { [watch] in
            let begin = links.now
            guard work.perform(until: { links.now - begin > Self.longestPart }) else { return .unfinished }
            evidence?.flush()
            // The packets taken here are encoded with the next part.
            network?.take()
            guard let finding = watch?.take(), let accessory else { return work.isEmpty ? .done : .unfinished }
            return .arrived(.bluetooth(accessory, .finding(finding)))
        }
        let recorded = RecordedLinks(interruptible(isLive ? attended : links), record: record)
        let header = TraceHeader(
            scenario, on: rig, seed: seed, at: recorded.start, hasTexts: evidence != nil)
        memory.receive(.began(header))
        guard let evidence else { return (recorded, watch) }
        evidence.trace.begin(header)
        watch?.begin(header)
        network?.begin(header)
        return (recorded, watch)
    }

    /// Returns a summary of this run without anything played.
    public func summary(_ verdict: Verdict, reason: String) -> RunSummary {
        ScenarioRun(scenario: scenario, rig: rig, seed: seed).summary(verdict, reason: reason)
    }

    /// Returns a summary of this run for an error, without anything played.
    public func summary(_ error: RunError) -> RunSummary {
        ScenarioRun(scenario: scenario, rig: rig, seed: seed).summary(error)
    }

    private func leave(
        _ summary: RunSummary, recorder: JournalRecorder, telling events: [JournalEvent] = []
    ) -> RunSummary {
        let header = JournalEvent.runStarted(header: RunHeader(scenario: scenario.name, rig: rig.name, seed: seed))
        for event in [header] + events + [.runEnded(summary: summary)] { recorder.record(event, at: .start) }
        return summary
    }
}
