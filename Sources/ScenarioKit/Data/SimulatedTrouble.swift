/// A trouble that no real bench can make: only simulators perform it, elsewhere the scenario is skipped.
public enum SimulatedTrouble: String, Codable, Hashable, Sendable, CaseIterable {
    /// The accessory's Bluetooth goes out of reach, and the link with it.
    case linkLoss
    /// Every ranging round with the accessory is lost.
    case uwbSilence

    /// True for what is over in a moment; everything else lasts as long as the block that makes it.
    public var isMomentary: Bool {
        switch self {
        case .linkLoss: true
        case .uwbSilence: false
        }
    }
}
