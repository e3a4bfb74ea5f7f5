public import Vocabulary

/// A fault of the air. Simulators cause it, and on real benches programs that block a radio; elsewhere the scenario is
/// skipped.
public enum InjectedFault: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's Bluetooth goes out of reach, and the link is lost.
    case linkLoss
    /// Every ranging round with the accessory is lost.
    case uwbSilence

    /// The accessory's radio that is blocked.
    public var radio: Radio {
        switch self {
        case .linkLoss: .ble
        case .uwbSilence: .uwb
        }
    }

    /// Whether the fault is momentary; all others last as long as the block that causes them.
    public var isMomentary: Bool {
        switch self {
        case .linkLoss: true
        case .uwbSilence: false
        }
    }
}
