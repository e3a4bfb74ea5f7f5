public import Ground

/// Something wrong in a scenario that the type checker cannot see, and the line on which it stands.
public struct Problem: Codable, Hashable, Sendable {
    public let spot: SourceSpot
    /// What is wrong and what to do, as a sentence without its full stop.
    public let message: String

    public init(_ message: String, spot: SourceSpot) {
        self.spot = spot
        self.message = message
    }
}

extension Problem: CustomStringConvertible {
    /// `file:line: sentence`, as compilers write it.
    public var description: String { "\(spot): \(message)" }
}

/// What a bench has, as far as a scenario's names go.
public struct BenchFacts: Codable, Hashable, Sendable {
    public let accessories: [AccessoryName]
    public let tags: [TagName]

    public init(accessories: [AccessoryName], tags: [TagName]) {
        self.accessories = accessories
        self.tags = tags
    }
}

/// Something that a bench must have before a scenario can run on it.
public enum Need: Hashable, Sendable {
    case bluetooth
    case uwb
    case nfc
    /// The phone or the accessory can be moved.
    case motion
    case accessory(AccessoryName)
    case tag(TagName)
}

extension Need: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bluetooth: "Bluetooth"
        case .uwb: "a UWB kit"
        case .nfc: "an NFC reader"
        case .motion: "something that moves the phone"
        case .accessory(let name): "the accessory \(name)"
        case .tag(let name): "the tag \(name)"
        }
    }
}
