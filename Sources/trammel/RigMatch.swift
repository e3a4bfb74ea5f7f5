import Ground
import RigKit
import Rigs
import ScenarioKit

extension Rig {
    /// What the scenario needs and this rig does not have; empty when the rig can play it.
    func lacks(for scenario: Scenario) -> [Need] { scenario.needs.filter { !has($0) } }

    /// What the rig has, in the words of needs.
    var offers: [Need] {
        [Need.bluetooth, .uwb, .nfc, .motion].filter(has) + accessories.map { .accessory($0.name) }
            + tags.map { .tag($0.name) }
    }

    private func has(_ need: Need) -> Bool {
        switch need {
        case .bluetooth: bluetooth != .none
        case .uwb: uwb != .none
        case .nfc: nfc != .none
        case .motion: motion != .none
        case .accessory(let name): accessories.contains { $0.name == name }
        case .tag(let name): tags.contains { $0.name == name }
        }
    }

    var facts: BenchFacts { BenchFacts(accessories: accessories.map(\.name), tags: tags.map(\.name)) }

    /// The names on this rig and on every other: what none of them has is a mistake of the scenario.
    var factsOfAllRigs: BenchFacts {
        let rigs = [self] + Rig.all
        return BenchFacts(
            accessories: rigs.flatMap(\.facts.accessories), tags: rigs.flatMap(\.facts.tags))
    }
}

extension [Need] {
    /// `Bluetooth, a UWB kit and the tag doorTag`.
    var inWords: String {
        guard let last else { return "nothing" }
        let others = dropLast().map(\.description).joined(separator: ", ")
        return others.isEmpty ? last.description : "\(others) and \(last)"
    }
}
