import Ground
import Journal
import Links
import Phone
import ScenarioKit

/// `Troubling`: a trouble of the network that lasts as long as the steps.
struct NetworkTroubleBlock: BlockMachine {
    let trouble: NetworkTrouble

    mutating func open(_ record: StepRecord, _ seen: inout Observations, at now: Instant) -> [DirectorEffect] {
        [.stage(.network(trouble, true))]
    }

    func close(_ measured: [Measured], _ seen: inout Observations, at now: Instant) -> BlockEnd {
        .closed([.stage(.network(trouble, false))])
    }

    func bringsAbout(_ event: PhoneEvent) -> Bool { event.isOfCompanion }
}

extension PhoneEvent {
    /// Whether it is about a companion, whichever.
    var isOfCompanion: Bool { if case .companion = self { true } else { false } }

    func isOf(companion name: CompanionName) -> Bool { if case .companion(name, _) = self { true } else { false } }
}
