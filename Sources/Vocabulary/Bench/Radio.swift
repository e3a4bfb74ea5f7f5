/// A radio of an accessory, by the name that rigs and programs use: `ble`, `uwb`.
public enum Radio: String, Hashable, Codable, Sendable, CaseIterable {
    case ble
    case uwb
}

extension Radio: CustomStringConvertible {
    /// The radio as part of a sentence: `Bluetooth`, `UWB`.
    public var description: String {
        switch self {
        case .ble: "Bluetooth"
        case .uwb: "UWB"
        }
    }
}
