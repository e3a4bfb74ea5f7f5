import Ground
import Journal
import Links
import Phone
import ScenarioKit
import Wording

/// `Place`: an accessory is put at a distance. Only a simulator needs no time for that; others report when it is done.
struct PlaceStep: StepMachine {
    let name: AccessoryName
    let distance: Distance
    let seen: SeenDirection?

    var asks: [DirectorEffect] {
        [.stage(.place(name, distance))] + (seen.map { [.stage(.face(name, $0))] } ?? [])
    }
    func longest(_ patience: Lapse) -> Lapse { patience }
    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOne(of: [.zone, .feature], about: name) }

    func begin(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        if seen.setting.reportsPlaces { step.deadline = now + seen.setting.stagePatience }
        return asks
    }

    func receive(
        _ event: StageEvent, _ step: inout PlayedStep, _ seen: inout Observations, at now: Instant
    ) -> Progress { event == .placed(name) ? .done() : .goesOn() }

    func recount(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        seen.setting.reportsPlaces ? .goesOn() : .done()
    }

    func expire(_ step: inout PlayedStep, _ seen: inout Observations, at now: Instant) -> Progress {
        .error(.stage(.stageDidNot(step.text, in: step.elapsed(at: now))))
    }
}
