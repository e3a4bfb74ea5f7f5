import Ground
import RigKit

extension Rig {
    /// Whether the accessory's power can be switched.
    func hasPower(over name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.power != .none } }

    /// Whether what the accessory prints can be read.
    func hasConsole(of name: AccessoryName) -> Bool { accessories.contains { $0.name == name && $0.console != .none } }

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
