import Ground
import Journal
import Links
import ScenarioKit
import Wording

/// `TurnPhone`: the phone is turned; lasts until the stage reports that it is done.
struct TurnStep: StepMachine {
    let turn: SeenDirection
    let span: Lapse

    func longest(_ patience: Lapse) -> Lapse { span + patience }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        step.deadline = now + span + seen.setting.stagePatience
        return [.stage(.turn(by: turn, over: span))]
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress {
        guard event == .turned else { return .goesOn() }
        seen.noteTurn(by: turn)
        return .done()
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.stageDidNotTurn(in: step.elapsed(at: now))))
    }
}
