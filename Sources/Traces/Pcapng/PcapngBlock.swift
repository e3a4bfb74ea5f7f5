/// A block of a pcapng file that holds no packet.
public enum PcapngBlock: Hashable, Sendable {
    case section(PcapngSection)
    case interface(PcapngInterface)
    case names(PcapngNames)
    case statistics(PcapngStatistics)
    case custom(PcapngCustom)
    /// A kind of block that is not known here, without its lengths.
    case unknown(type: UInt32, body: [UInt8])
}

/// The header of a section; everything behind it is in its byte order.
public struct PcapngSection: Hashable, Sendable {
    public let order: ByteOrder
    public let major: UInt16
    public let minor: UInt16
    /// How many bytes follow in the section, as the file says; nil where it does not. Nothing relies on it.
    public let length: UInt64?
    public let options: [PcapngOption]
}

/// An interface on which packets were captured.
public struct PcapngInterface: Hashable, Sendable {
    /// Counted through all sections of the file from 0.
    public let number: Int
    public let linkType: LinkType
    /// The most bytes of a packet that it keeps; nil for all.
    public let snapLength: Int?
    public let resolution: TimeResolution
    /// Seconds that are added to each of its time stamps.
    public let offsetSeconds: Int64
    public let options: [PcapngOption]

    /// What the interface is called; text from a file.
    public var name: String? { options.texts(.interfaceName).first }
    /// What the interface is; text from a file.
    public var summary: String? { options.texts(.interfaceDescription).first }
}

/// Names for addresses.
public struct PcapngNames: Hashable, Sendable {
    public struct Record: Hashable, Sendable {
        public let type: UInt16
        public let value: [UInt8]
    }

    public let records: [Record]
    public let options: [PcapngOption]
}

/// What an interface counted.
public struct PcapngStatistics: Hashable, Sendable {
    /// Counted through all sections of the file from 0.
    public let interface: Int
    public let instant: WallInstant?
    public let options: [PcapngOption]
}

/// A block of somebody's own.
public struct PcapngCustom: Hashable, Sendable {
    /// The owner's number in the registry of private enterprise numbers.
    public let owner: UInt32
    /// Whether a program that does not know the block may copy it into another file.
    public let mayBeCopied: Bool
    /// The owner's data, with padding and with options, which only the owner can tell apart.
    public let data: [UInt8]

    public init(owner: UInt32, mayBeCopied: Bool, data: [UInt8]) {
        self.owner = owner
        self.mayBeCopied = mayBeCopied
        self.data = data
    }
}
