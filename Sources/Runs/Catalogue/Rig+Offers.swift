import Ground
import RigKit
import ScenarioKit

extension Rig {
    /// The rig's features, expressed as needs.
    var offers: [Need] {
        let parts: [(Need, Bool)] = [
            (.bluetooth, bluetooth != .none), (.uwb, uwb != .none), (.nfc, nfc != .none), (.motion, motion != .none),
            (.angles, measuresAngles),
            (.simulatedReader, hasSimulatedReader), (.readerCable, hasReaderCable),
        ]
        return parts.filter(\.1).map(\.0) + accessories.flatMap(\.offers) + phones.map { .phone($0.name) }
            + tags.map { .tag($0.name) } + screens.flatMap(\.offers) + ownScreens
    }

    /// The features of all screens together; with simulated screens the network also belongs to the rig.
    private var ownScreens: [Need] {
        guard !screens.isEmpty else { return [] }
        let own: [Need] = screens.contains { $0.port.model == nil } ? [] : [.simulatedScreens, .troubledNetwork]
        return own + (screens.allSatisfy(\.playsGame) ? [.game] : [])
    }
}

extension ScreenEntry {
    /// The screen itself, and its console if that is read.
    fileprivate var offers: [Need] { [.screen(name)] + (console == .none ? [] : [.screenConsole(name)]) }
}

extension AccessoryEntry {
    /// The accessory itself, and its features.
    fileprivate var offers: [Need] {
        var offers: [Need] = [.accessory(name)] + (port.isOnNetwork ? [] : [.gatt(name)])
        if power != .none { offers.append(.power(name)) }
        if console != .none { offers.append(.console(name)) }
        offers += AccessoryPart.allCases.filter(parts.contains).map { .part($0, of: name) }
        if case .simulated = port { return offers + [.simulated(name)] }
        offers += Radio.allCases.filter { air[$0] != .none }.map { .air($0, of: name) }
        return offers
    }
}

extension Need {
    /// A description as a feature, without the reason why another rig lacks it.
    fileprivate var asOffer: String {
        switch self {
        case .phone(let name): "the other phone \(name)"
        case .simulatedScreens: "simulated screens"
        default: description
        }
    }
}

extension [Need] {
    /// The needs in words: `Bluetooth, a UWB kit and the tag doorTag`.
    var inWords: String { Self.list(map(\.description)) }

    /// The same list in words, as features of a rig.
    var asOffers: String { Self.list(map(\.asOffer)) }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last else { return "nothing" }
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }
}
