import Benches
import Engine
import Ground
import Journal
import Links
import RigKit
import ScenarioKit

/// One scenario on a rig with one fault: at each moment with a healthy accessory and, if that passes, with probes.
struct RigTrial {
    let course: ReferenceRun
    let fault: BenchFault
    let rig: Rig
    let seed: UInt64

    /// The duration of a single standstill of the rig.
    private static let standstill = Lapse.seconds(4)

    /// Returns the result of all moments.
    func play() -> RigResult {
        // CLI firmware ranges with one accessory at a time, and only with some parameters.
        if fault.isOfCLI, case .skipped = course.summary.verdict {
            return RigResult(fault, [RigSighting(.passed, course.summary, at: .start)])
        }
        guard course.summary.verdict == .passed else {
            return RigResult(fault, [RigSighting(.skipped, course.summary, at: .start)])
        }
        return RigResult(fault, course.moments(of: fault).map(sighting))
    }

    private func sighting(at moment: Instant) -> RigSighting {
        let (summary, isTouched) = play(nil, at: moment)
        let mark = RigSighting.mark(of: summary, for: fault, isTouched: isTouched)
        guard mark == .passed, isTouched else { return RigSighting(mark, summary, at: moment) }
        for probe in course.probes where isMissed(probe, at: moment) {
            return RigSighting(.wronglyPassed, summary, at: moment, missing: "\(probe)")
        }
        return RigSighting(.passed, summary, at: moment)
    }

    /// Whether a run with the probe passes on the faulty rig.
    private func isMissed(_ probe: Probe, at moment: Instant) -> Bool {
        let variants = fault.takesTime ? probe.variants(around: moment, lasting: Self.standstill) : [probe]
        return variants.allSatisfy { play($0, at: moment).summary.verdict == .passed }
    }

    private func play(_ probe: Probe?, at moment: Instant) -> (summary: RunSummary, isTouched: Bool) {
        let rig = probe?.rig(from: rig) ?? rig
        if fault.isOfEvidence {
            let trial = EvidenceTrial(fault, course.scenario, on: rig, seed: seed, at: moment)
            return (trial.play { probe?.links($0) ?? $0 }, true)
        }
        var isTouched: () -> Bool = { false }
        let summary = Self.play(course.scenario, on: rig, seed: seed) { links in
            let links = probe?.links(links) ?? links
            if let still = standstill(links, at: moment) {
                isTouched = { still.hasHappened }
                return still
            }
            let faulty = FaultyLinks(links, fault, for: course.scenario, at: moment)
            isTouched = { faulty.hasHappened }
            return faulty
        }
        return (summary, isTouched())
    }

    private func standstill(_ links: any LinkSet, at moment: Instant) -> StallingLinks? {
        switch fault {
        case .loopStarved: StallingLinks(links, .loop, from: moment, for: Self.standstill)
        case .programStopped: StallingLinks(links, .program, from: moment, for: Self.standstill)
        case .machineSuspended: StallingLinks(links, .machine, from: moment, for: Self.standstill)
        case .processorScarce:
            StallingLinks(links, .program, from: moment, for: .milliseconds(80), every: .milliseconds(200))
        default: nil
        }
    }

    /// Plays a scenario on a simulated bench, with any wrapper between it and the run.
    static func play(
        _ scenario: Scenario, on rig: Rig, seed: UInt64,
        recorder: JournalRecorder = JournalRecorder(keepsEntries: false), through wrap: (any LinkSet) -> any LinkSet
    ) -> RunSummary {
        let run = ScenarioRun(scenario: scenario, rig: rig, seed: seed)
        let links: any LinkSet
        do {
            links = wrap(try BenchFactory.open(rig, for: scenario, seed: seed))
        } catch {
            return run.summary(RunError("rig.notOpened", error.what))
        }
        defer { links.close() }
        return run.play(on: links, recorder: recorder)
    }
}
