/// Something that an accessory may have, and need not: only one that is said to have it is held to it.
public enum AccessoryPart: String, Hashable, Codable, Sendable, CaseIterable {
    /// It can be paired with; the data channel needs no encryption (nearby-interaction.md, section 1.4).
    case pairing
    /// The Nearby Interaction service, for sessions in the background (nearby-interaction.md, section 1.5).
    case background
    /// It keeps to Apple's guidelines for accessories, and leaves it to the phone to ask for pairing.
    case guidelines
}

extension AccessoryPart: CustomStringConvertible {
    /// In words that follow "has".
    public var description: String {
        switch self {
        case .pairing: "pairing"
        case .background: "the Nearby Interaction service"
        case .guidelines: "Apple's guidelines for pairing"
        }
    }
}
