import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Let` for a screen: a simulated screen acts immediately, and a real one when its person confirms the act.
///
/// An act that a person omits, or does too late, is the rig's fault and never the screen's.
struct ScreenStep: StepMachine {
    let act: ScreenAct
    let name: ScreenName

    var asks: [DirectorEffect] { [.stage(.screen(name, act))] }
    func longest(_ patience: Lapse) -> Lapse { patience }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOfCompanion }

    func pass(on window: inout PersonWindow?, from here: Observations.Mark, _ block: Block, _ seen: Observations) {
        window = seen.setting.screensByHand.contains(name) ? window ?? PersonWindow(since: here) : nil
    }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        if seen.setting.screensByHand.contains(name) { step.deadline = now + seen.setting.stagePatience }
        return asks
    }

    /// Leaving the picker after the companion's person has answered has no effect, so the person at the screen was
    /// late.
    func receive(_ event: PhoneEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress
    {
        guard act == .leavePicker, case .companion(_, .answered) = event, seen.setting.screensByHand.contains(name)
        else {
            return recount(&step, &seen, at: now)
        }
        return .error(.stage(.personWasLate(step.text)))
    }

    func receive(_ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress
    {
        event == .acted(name) ? .done() : .goesOn()
    }

    func recount(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        seen.setting.screensByHand.contains(name) ? .goesOn() : .done()
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.personDidNot(step.text, in: step.elapsed(at: now))))
    }
}

/// `Troubling`: a network fault that lasts as long as the steps.
struct NetworkDisturbanceBlock: BlockMachine {
    let trouble: NetworkDisturbance

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        [.stage(.network(trouble, true))]
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        .closed([.stage(.network(trouble, false))])
    }

    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOfCompanion }
}

extension PhoneEvent {
    /// Whether the event is about any companion.
    var isOfCompanion: Bool { if case .companion = self { true } else { false } }

    func isOf(companion name: CompanionName) -> Bool { if case .companion(name, _) = self { true } else { false } }
}
