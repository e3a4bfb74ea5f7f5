/// A fault that no real bench can cause. Only simulators perform it; elsewhere the scenario is skipped.
public enum InjectedFault: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's Bluetooth goes out of reach, and the link is lost.
    case linkLoss
    /// Every ranging round with the accessory is lost.
    case uwbSilence

    /// Whether the fault is momentary; all others last as long as the block that causes them.
    public var isMomentary: Bool {
        switch self {
        case .linkLoss: true
        case .uwbSilence: false
        }
    }
}
