import Ground
import RigKit
import ScenarioKit

extension Rig {
    /// The real screens: what is done at them, a person does.
    var screensByHand: Set<ScreenName> { Set(screens.filter { $0.port.model == nil }.map(\.name)) }

    /// Whether the accessory's power can be switched.
    func hasPower(over name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.power != .none } }

    /// Whether what the accessory prints can be read.
    func hasConsole(of name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.console != .none } }

    /// Whether the accessory, or the other phone, has its data channel over GATT.
    func hasGATT(of name: AccessoryName) -> Bool { !onNetwork.contains(name) }

    /// What is lacking where a need is not met: an accessory on the network cannot be said to have what Bluetooth has.
    func reason(for need: Need) -> Need {
        guard case .part(let part, let name) = need, part.isOfBluetooth, onNetwork.contains(name) else { return need }
        return .gatt(name)
    }

    /// Parts of the rig of the same kind as the missing one, under names the scenario does not use.
    func others(than needs: [Need], insteadOf lack: Need) -> [String] {
        switch lack {
        case .accessory: accessories.map(\.name).filter { !needs.contains(.accessory($0)) }.map(\.rawValue)
        case .tag: tags.map(\.name).filter { !needs.contains(.tag($0)) }.map(\.rawValue)
        default: []
        }
    }

    /// Whether a data channel can be had at all.
    var hasDataChannels: Bool { bluetooth != .none || !onNetwork.isEmpty }

    /// Whether the accessory is said to have what it need not have.
    func hasPart(_ part: AccessoryPart, of name: AccessoryName) -> Bool {
        accessories.contains { $0.name == name && $0.parts.contains(part) }
    }

    /// Whether the accessory, its radio and its ranging are simulated.
    func hasSimulated(_ name: AccessoryName) -> Bool {
        phones.contains { $0.name == name }
            || accessories.contains { entry in
                guard entry.name == name else { return false }
                if case .simulated = entry.port { return true } else { return false }
            }
    }
}
