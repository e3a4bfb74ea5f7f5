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
            + tags.map { .tag($0.name) } + screens.flatMap(\.offers) + ownScreens
    }

    /// What all screens have in common: where they are simulated the network is the rig's own, too.
    private var ownScreens: [Need] {
        guard !screens.isEmpty else { return [] }
        let own: [Need] = screens.contains { $0.port.model == nil } ? [] : [.simulatedScreens, .troubledNetwork]
        return own + (screens.allSatisfy(\.playsGame) ? [.game] : [])
    }
}

extension ScreenEntry {
    /// The screen itself, and its console where it is read.
    fileprivate var offers: [Need] { [.screen(name)] + (console == .none ? [] : [.screenConsole(name)]) }
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

extension Need {
    /// As what a rig has: without the reason for which another one lacks it.
    fileprivate var asOffer: String {
        switch self {
        case .phone(let name): "the other phone \(name)"
        case .simulatedScreens: "simulated screens"
        default: description
        }
    }
}

extension [Need] {
    /// `Bluetooth, a UWB kit and the tag doorTag`.
    var inWords: String { Self.list(map(\.description)) }

    /// The same of what a rig has.
    var asOffers: String { Self.list(map(\.asOffer)) }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last else { return "nothing" }
        let others = words.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) and \(last)"
    }
}
