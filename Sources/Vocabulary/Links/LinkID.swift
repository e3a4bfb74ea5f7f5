public import Ground

/// The link of a bench to which a frame, fault or request belongs.
public enum LinkID: Hashable, Sendable {
    /// The Bluetooth LE link between the phone and one accessory.
    case bluetooth(AccessoryName)
    /// The USB or serial line to the UWB kit.
    case kit
    /// The line to the NFC reader.
    case reader
    /// The tag in the reader's field, and what it leads to; carries no frames.
    case tag
    /// The line on which an accessory, or a screen, prints its log.
    case console(AccessoryName)
    /// The mover of accessories and tags: the simulated world, or a person.
    case stage
    /// One connection to a service on the network.
    case stream(StreamID)
    /// The discovery of services on the network.
    case discovery
}

/// A connection on the network.
public enum StreamID: Hashable, Codable, Sendable {
    /// The connection that carries an accessory's data channel; one at a time.
    case dataChannel(of: AccessoryName)
    /// A connection from a screen to a companion's agent, counted from 1 in the order of arrival.
    case agent(of: CompanionName, connection: UInt32)

    /// The accessory whose data channel the connection carries; nil for a companion's.
    public var accessory: AccessoryName? { if case .dataChannel(let name) = self { name } else { nil } }

    /// The companion whose agent holds the connection; nil for an accessory's.
    public var companion: CompanionName? { if case .agent(let name, _) = self { name } else { nil } }

    /// The connection's number among those to the same service.
    public var connection: UInt32 { if case .agent(_, let connection) = self { connection } else { 1 } }

    /// The service at the other end, in the form used by traces: `lan:door` or `agent:pad`.
    public var service: String {
        switch self {
        case .dataChannel(let name): "lan:\(name)"
        case .agent(let name, _): "agent:\(name)"
        }
    }

    /// Creates the connection that a trace names; nil for a service of another kind, and for a second data channel.
    public init?(service: String, connection: UInt32) {
        let parts = service.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, !parts[1].isEmpty else { return nil }
        switch (parts[0], connection) {
        case ("lan", 1): self = .dataChannel(of: AccessoryName(parts[1]))
        case ("agent", _): self = .agent(of: CompanionName(parts[1]), connection: connection)
        default: return nil
        }
    }

    /// Returns the same connection under its accessory's pseudonym.
    public func renamed(_ rename: (AccessoryName) -> AccessoryName) -> StreamID {
        accessory.map { .dataChannel(of: rename($0)) } ?? self
    }
}

extension ScreenName {
    /// Its name among everything that prints on a bench: no accessory of a rig shares the name of a screen.
    public var printer: AccessoryName { AccessoryName(rawValue) }
}

extension LinkID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bluetooth(let accessory): "bluetooth \(accessory)"
        case .kit: "uwb kit"
        case .reader: "nfc reader"
        case .tag: "tag"
        case .console(let accessory): "console \(accessory)"
        case .stage: "stage"
        case .stream(let stream): "stream \(stream.connection) \(stream.service)"
        case .discovery: "discovery"
        }
    }
}

extension LinkID {
    /// The accessory at the other end; nil for a part of the rig or a service.
    public var accessory: AccessoryName? {
        switch self {
        case .bluetooth(let name), .console(let name): name
        case .stream(let stream): stream.accessory
        case .kit, .reader, .tag, .stage, .discovery: nil
        }
    }

    /// The first connection to a companion's agent, which represents all of them.
    public static func companion(_ name: CompanionName) -> LinkID {
        .stream(.agent(of: name, connection: 1))
    }

    /// The link that carries an accessory's data channel: Bluetooth LE, or a connection on the network.
    public static func dataChannel(of name: AccessoryName, isOnNetwork: Bool) -> LinkID {
        isOnNetwork ? .stream(.dataChannel(of: name)) : .bluetooth(name)
    }

    /// Creates the link that a text names in the form of `description`; nil for any other text.
    public init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("bluetooth", 2): self = .bluetooth(AccessoryName(String(words[1])))
        case ("console", 2): self = .console(AccessoryName(String(words[1])))
        case ("stream", 2):
            let parts = words[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let connection = UInt32(parts[0]),
                let stream = StreamID(service: String(parts[1]), connection: connection)
            else { return nil }
            self = .stream(stream)
        default:
            guard let link = [LinkID.kit, .reader, .tag, .stage, .discovery].first(where: { $0.description == text })
            else {
                return nil
            }
            self = link
        }
    }
}

/// Encoded as its description: `bluetooth door`, `uwb kit`.
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

/// A fault of the rig itself: never the accessory's fault, always the verdict `error`.
public struct RigFault: Error, Hashable, Codable, Sendable {
    /// The failure and its cause, as one sentence without a full stop.
    public let what: String
    /// The remedy, as one sentence without a full stop.
    public let remedy: String

    public init(_ what: String, remedy: String) {
        self.what = what
        self.remedy = remedy
    }
}

extension RigFault: CustomStringConvertible {
    public var description: String { "\(what). \(remedy)." }
}
