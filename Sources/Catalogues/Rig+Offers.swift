import Ground
import RigKit
import ScenarioKit

extension Rig {
    /// What the rig has, in the words of needs.
    var offers: [Need] {
        let parts: [(Need, Bool)] = [
            (.bluetooth, bluetooth != .none), (.uwb, uwb != .none), (.nfc, nfc != .none), (.motion, motion != .none),
            (.angles, measuresAngles),
            (.simulatedReader, hasSimulatedReader), (.readerCable, hasReaderCable),
        ]
        return parts.filter(\.1).map(\.0) + accessories.flatMap(\.offers) + phones.map { .phone($0.name) }
            + tags.map { .tag($0.name) }
    }
}

extension AccessoryEntry {
    /// The accessory itself, and what can be done with it.
    fileprivate var offers: [Need] {
        var offers: [Need] = [.accessory(name)] + (port.isOnNetwork ? [] : [.gatt(name)])
        if power != .none { offers.append(.power(name)) }
        if console != .none { offers.append(.console(name)) }
        offers += AccessoryPart.allCases.filter(parts.contains).map { .part($0, of: name) }
        if case .simulated = port { offers.append(.simulated(name)) }
        return offers
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
