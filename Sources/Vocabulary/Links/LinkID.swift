public import Ground

/// Which link of a bench a frame, a fault or a request belongs to.
public enum LinkID: Hashable, Sendable {
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

extension LinkID {
    /// The link that a text names as `description` writes it; nil for any other text.
    public init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("bluetooth", 2): self = .bluetooth(AccessoryName(String(words[1])))
        case ("console", 2): self = .console(AccessoryName(String(words[1])))
        default:
            guard let link = [LinkID.kit, .reader, .stage].first(where: { $0.description == text }) else { return nil }
            self = link
        }
    }
}

/// As its description: `bluetooth door`, `uwb kit`.
extension LinkID: Codable {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let link = LinkID(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no such link")
        }
        self = link
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Something wrong with the rig itself: never the accessory's fault, always the verdict `error`.
public struct RigFault: Error, Hashable, Codable, Sendable {
    /// What failed and why, as one sentence without its full stop.
    public let what: String
    /// What to do about it, as one sentence without its full stop.
    public let remedy: String

    public init(_ what: String, remedy: String) {
        self.what = what
        self.remedy = remedy
    }
}

extension RigFault: CustomStringConvertible {
    public var description: String { "\(what). \(remedy)." }
}
