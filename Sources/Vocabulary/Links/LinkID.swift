public import Ground

/// Which link of a bench a frame, a fault or a request belongs to.
public enum LinkID: Hashable, Codable, Sendable {
    /// The Bluetooth LE link between the phone and one accessory.
    case bluetooth(AccessoryName)
    /// The USB or serial line to the UWB kit.
    case kit
    /// The line to the NFC reader.
    case reader
    /// The line on which an accessory prints what it does.
    case console(AccessoryName)
    /// Whatever moves accessories and tags: the simulated world, or a person.
    case stage
}

extension LinkID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bluetooth(let accessory): "bluetooth \(accessory)"
        case .kit: "uwb kit"
        case .reader: "nfc reader"
        case .console(let accessory): "console \(accessory)"
        case .stage: "stage"
        }
    }
}
