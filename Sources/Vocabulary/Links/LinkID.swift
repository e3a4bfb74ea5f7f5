public import Ground

/// Which link of a bench a frame, a fault or a request belongs to.
public enum LinkID: Hashable, Sendable {
    /// The Bluetooth LE link between the phone and one accessory.
    case bluetooth(AccessoryName)
    /// The USB or serial line to the UWB kit.
    case kit
    /// The line to the NFC reader.
    case reader
    /// The line on which an accessory, or a screen, prints what it does.
    case console(AccessoryName)
    /// Whatever moves accessories and tags: the simulated world, or a person.
    case stage
    /// One connection to a service on the network.
    case stream(StreamID)
    /// Where services on the network are made known.
    case discovery
}

/// One of the connections that there may be to a service at once.
public struct StreamID: Hashable, Codable, Sendable {
    public let service: String
    /// Counts the connections to the service from 1.
    public let connection: UInt32

    public init(_ service: String, _ connection: UInt32) {
        self.service = service
        self.connection = connection
    }

    /// What stands before the name of an accessory whose data channel the stream is.
    private static let accessoryPrefix = "lan:"

    /// The connection that carries the data channel of an accessory on the network: there is one at a time.
    public init(dataChannelOf accessory: AccessoryName) {
        self.init(Self.accessoryPrefix + accessory.rawValue, 1)
    }

    /// The accessory whose data channel it is; nil for any other service.
    public var accessory: AccessoryName? {
        guard service.hasPrefix(Self.accessoryPrefix), service.count > Self.accessoryPrefix.count else { return nil }
        return AccessoryName(String(service.dropFirst(Self.accessoryPrefix.count)))
    }

    /// What stands before the name of a companion whose agent is the service.
    private static let agentPrefix = "agent:"

    /// A connection that a screen made to a companion's agent, counted from 1 in the order of their coming.
    public init(agentOf companion: CompanionName, connection: UInt32) {
        self.init(Self.agentPrefix + companion.rawValue, connection)
    }

    /// The companion whose agent has the connection; nil for any other service.
    public var companion: CompanionName? {
        guard service.hasPrefix(Self.agentPrefix), service.count > Self.agentPrefix.count else { return nil }
        return CompanionName(String(service.dropFirst(Self.agentPrefix.count)))
    }

    /// The same connection under the name that its accessory has for strangers.
    public func renamed(_ rename: (AccessoryName) -> AccessoryName) -> StreamID {
        accessory.map { StreamID(dataChannelOf: rename($0)) } ?? self
    }
}

extension ScreenName {
    /// Its name among all that prints on a bench: no accessory of a rig has the name of a screen.
    public var printer: AccessoryName { AccessoryName(rawValue) }
}

extension LinkID: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bluetooth(let accessory): "bluetooth \(accessory)"
        case .kit: "uwb kit"
        case .reader: "nfc reader"
        case .console(let accessory): "console \(accessory)"
        case .stage: "stage"
        case .stream(let stream): "stream \(stream.connection) \(stream.service)"
        case .discovery: "discovery"
        }
    }
}

extension LinkID {
    /// The accessory at the other end; nil for a part of the rig, and for a service.
    public var accessory: AccessoryName? {
        switch self {
        case .bluetooth(let name), .console(let name): name
        case .stream(let stream): stream.accessory
        case .kit, .reader, .stage, .discovery: nil
        }
    }

    /// The first connection to a companion's agent, which stands for all of them.
    public static func companion(_ name: CompanionName) -> LinkID {
        .stream(StreamID(agentOf: name, connection: 1))
    }

    /// The link that carries an accessory's data channel: Bluetooth LE, or a connection on the network.
    public static func dataChannel(of name: AccessoryName, isOnNetwork: Bool) -> LinkID {
        isOnNetwork ? .stream(StreamID(dataChannelOf: name)) : .bluetooth(name)
    }

    /// The link that a text names as `description` writes it; nil for any other text.
    public init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        switch (words.first, words.count) {
        case ("bluetooth", 2): self = .bluetooth(AccessoryName(String(words[1])))
        case ("console", 2): self = .console(AccessoryName(String(words[1])))
        case ("stream", 2):
            let parts = words[1].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let connection = UInt32(parts[0]) else { return nil }
            self = .stream(StreamID(String(parts[1]), connection))
        default:
            guard let link = [LinkID.kit, .reader, .stage, .discovery].first(where: { $0.description == text }) else {
                return nil
            }
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
