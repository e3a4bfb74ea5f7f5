import Ground
import Journal
import Links
import RigKit
import Rigs
import ScenarioKit
import Scenarios
import Simulators

@testable import Engine

/// A run of a scenario with a healthy accessory and one faulty frame.
struct SweepRun {
    let scenario: Scenario
    let variant: AccessoryVariant
    let fault: FrameFault?
    let played: Played
    let hasHappened: Bool

    init(_ scenario: Scenario, _ variant: AccessoryVariant = .appleSample, _ fault: FrameFault? = nil) {
        var links: FaultyLinks?
        self.scenario = scenario
        self.variant = variant
        self.fault = fault
        let build = AccessoryBuild(variant: variant)
        played = play(scenario, accessories: [(.door, build), (.trunk, build)]) { inner in
            guard let fault else { return inner }
            let faulty = FaultyLinks(inner, fault)
            links = faulty
            return faulty
        }
        hasHappened = links?.hasHappened ?? false
    }

    /// Returns the maximum time of the scenario and of the clean end after it, by their own limits.
    static func longest(_ scenario: Scenario) -> (play: Lapse, whole: Lapse) {
        let play = ScenarioRun.bringUpLimit + scenario.longestPlay(stagePatience: ScenarioRun.simulatedPatience)
        return (play, play + ScenarioRun.shutDownLimit)
    }

    /// The promises that the run broke; empty if all were kept.
    var brokenPromises: [String] {
        let summary = played.summary
        let longest = Self.longest(scenario)
        var broken: [String] = []
        if summary.elapsed > longest.play { broken.append("the verdict took \(summary.elapsed)") }
        for name in [AccessoryName.door, .trunk] where played.entries.isLinkLeftUp(to: name) {
            broken.append("the link to \(name) was left up")
        }
        if played.wholeTime > longest.whole { broken.append("the run took \(played.wholeTime)") }
        switch summary.verdict {
        case .passed:
            broken += LinkObserver.complaints(about: scenario, in: played.entries)
            if summary.stepsPassed != summary.stepsInAll { broken.append("only \(summary.stepsPassed) steps passed") }
        case .failed:
            if fault?.line != .bluetooth { broken.append("a healthy accessory failed: \(summary.reason ?? "")") }
            if summary.failures.isEmpty { broken.append("failed without a failure") }
        case .error:
            if fault?.line != .kit { broken.append("the rig was blamed: \(summary.reason ?? "")") }
            if summary.reason?.isEmpty != false { broken.append("error without a reason") }
        case .timedOut, .skipped, .aborted:
            broken.append("\(summary.verdict): \(summary.reason ?? "")")
        }
        return broken
    }

    /// Returns the number of frames of a line and direction in the run.
    func frames(_ line: FrameFault.Line, _ direction: FrameFault.Direction) -> Int {
        played.entries.count { entry in
            guard let frame = entry.frame else { return false }
            let isOutbound = frame.direction == .outbound
            return frame.kind == (line == .kit ? "uci" : "att") && isOutbound == (direction == .fromPhone)
        }
    }
}
