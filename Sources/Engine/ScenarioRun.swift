import Ground
public import Journal
public import Links
import Phone
public import RigKit
public import ScenarioKit
import Wording

/// One run of a scenario on a rig, with the time limits for the bench.
public struct ScenarioRun: Sendable {
    /// The limit for kit and reader to become ready.
    static let bringUpLimit = Lapse.seconds(15)
    /// The limit for a clean shutdown.
    static let shutDownLimit = Lapse.seconds(4)
    /// The part of that limit in which an accessory may confirm that it stopped, before its link is dropped.
    static let stopPatience = Lapse.milliseconds(1500)
    /// The number of frames that a failure shows.
    static let framesShown = 8
    /// The extra time beyond the plan for a simulated stage, and for a person.
    static let simulatedPatience = Lapse.seconds(5)
    static let personPatience = Lapse.seconds(120)
    /// The same for the bench owner's programs: two of them in turn, for a swap, each up to its limit.
    static let programPatience = Lapse.seconds(130)

    /// The scenario as this rig plays it.
    let scenario: Scenario
    let rig: Rig
    let seed: UInt64
    /// The parts of the scenario that the rig cannot judge.
    let unjudged: [Unjudged]
    /// The largest error of a place that a person puts an accessory at; nil if no person moves the phone, or if the run
    /// was recorded when places were not reported.
    let errorByHand: Distance?
    /// The scenario's needs, computed once because that requires a walk through all steps.
    let needs: [Need]

    /// Creates a run; `reportingPlaces` says whether a person who moves the phone reports each place.
    public init(scenario: Scenario, rig: Rig, seed: UInt64, reportingPlaces: Bool = true) {
        (self.scenario, unjudged) = scenario.playable(on: rig)
        self.rig = rig
        self.seed = seed
        errorByHand = reportingPlaces ? rig.errorByHand : nil
        needs = self.scenario.needs
    }

    /// Returns the reason why the rig cannot play the scenario, without a final full stop; nil if it can.
    public static func reasonToSkip(_ scenario: Scenario, on rig: Rig) -> String? {
        let (playable, _) = scenario.playable(on: rig)
        return reasonToSkip(playable, needing: playable.needs, on: rig, byHand: rig.errorByHand)
    }

    private static func reasonToSkip(
        _ scenario: Scenario, needing needs: [Need], on rig: Rig, byHand: Distance?
    ) -> String? {
        for need in needs {
            let isMet =
                switch need {
                case .bluetooth: rig.hasDataChannels
                case .uwb: rig.uwb != .none
                case .nfc: rig.nfc != .none
                case .motion: rig.motion != .none
                case .angles: rig.measuresAngles
                case .accessory(let name):
                    rig.accessories.contains { $0.name == name } || rig.phones.contains { $0.name == name }
                case .phone(let name): rig.phones.contains { $0.name == name }
                case .screen(let name): rig.screens.contains { $0.name == name }
                case .screenConsole(let name): rig.screens.contains { $0.name == name && $0.console != .none }
                case .simulatedScreens, .troubledNetwork: rig.screensByHand.isEmpty
                case .game: rig.screensWithoutGame(of: needs).isEmpty
                case .tag(let name): rig.tags.contains { $0.name == name }
                case .power(let name): rig.hasPower(over: name)
                case .part(let part, let name): rig.hasPart(part, of: name)
                case .gatt(let name): rig.hasGATT(of: name)
                case .console(let name): rig.hasConsole(of: name)
                case .air(let radio, let name): rig.hasSimulated(name) || rig.blockedByProgram(radio).contains(name)
                case .simulated(let name): rig.hasSimulated(name)
                case .simulatedReader: rig.hasSimulatedReader
                case .readerCable: rig.hasReaderCable
                }
            if isMet { continue }
            let lack = rig.reason(for: need)
            return Sentence.rig(rig.name, lacks: lack, others: rig.others(than: needs, insteadOf: lack)).description
        }
        if let tag = scenario.tornAwayTags.first(where: rig.tagsByProgram.contains) {
            return Sentence.programCannotTearAway(tag).description
        }
        if let error = byHand, needs.contains(.motion),
            let limit = scenario.limitsOnPlaces.min(), limit < error
        {
            return Sentence.handCannotDecide(on: limit, within: error).description
        }
        if let name = scenario.resetAccessories.first(where: rig.powerByPort.contains) {
            return Sentence.portCannotReset(name).description
        }
        if rig.movesByProgram, scenario.facesPhone { return Sentence.programCannotTurn.description }
        for entry in rig.accessories {
            guard let channel = entry.port.ownChannel,
                let obstacle = scenario.obstacle(to: channel, of: entry.name)
            else { continue }
            return obstacle.description
        }
        guard needs.contains(.uwb), let lack = rig.uwb.host.flatMap({ scenario.lack(of: $0) }) else {
            return nil
        }
        return Sentence.kit(of: rig.name, cannot: lack).description
    }

    /// Returns the summary of a run that did not start, for a given verdict.
    public func summary(_ verdict: Verdict, reason: String) -> RunSummary {
        RunSummary(
            scenario: scenario.name, spot: scenario.spot, rig: rig.name, seed: seed, verdict: verdict, reason: reason,
            stepsInAll: scenario.stepsInAll)
    }

    /// Returns the summary of a run that did not start because of an error.
    public func summary(_ error: RunError) -> RunSummary {
        RunSummary(
            scenario: scenario.name, spot: scenario.spot, rig: rig.name, seed: seed, verdict: .error, error: error,
            stepsInAll: scenario.stepsInAll)
    }

    /// Plays the scenario on a bench that was brought up for it, and returns the summary.
    ///
    /// All events go to the recorder. The bench stays open; the caller closes it.
    public func play(on links: any LinkSet, recorder: JournalRecorder) -> RunSummary {
        recorder.record(
            .runStarted(header: RunHeader(scenario: scenario.name, rig: rig.name, seed: seed)), at: links.now)
        let summary = verdictWithoutPlaying() ?? playSteps(on: links, recorder)
        recorder.record(.runEnded(summary: summary), at: links.now)
        return summary
    }

    private func playSteps(on links: any LinkSet, _ recorder: JournalRecorder) -> RunSummary {
        var loop = RunLoop(self, links, recorder)
        return loop.play()
    }

    private func verdictWithoutPlaying() -> RunSummary? {
        if let reason = Self.reasonToSkip(scenario, needing: needs, on: rig, byHand: errorByHand) {
            return summary(.skipped(reason: reason), reason: reason)
        }
        let facts = BenchFacts(
            accessories: rig.accessories.map(\.name), tags: rig.tags.map(\.name),
            phones: rig.phones.map(\.name), screens: rig.screens.map(\.name))
        let problems = (scenario.problems(on: facts) + scenario.associationProblems).filter { $0.weight == .fault }
        return problems.isEmpty ? nil : summary(RunError("scenario.invalid", .cannotBePlayed(problems)))
    }
}

extension Scenario {
    /// Returns the scenario as a rig plays it, and the parts that the rig cannot judge: measurements without a UWB
    /// kit.
    public func playable(on rig: Rig) -> (scenario: Scenario, unjudged: [Unjudged]) {
        guard rig.uwb == .none, needs.contains(.uwb), let rest = withoutKit() else { return (self, []) }
        return rest
    }
}

extension Finding {
    /// Returns a note that a part of the scenario was not judged because there is no UWB kit.
    static func notJudged(_ part: Unjudged) -> Finding {
        Finding(.withoutKit, .note, Sentence.withoutKit(part.what, at: part.spot).description)
    }
}
