/// A block of a pcapng file other than a packet.
public enum PcapngBlock: Hashable, Sendable {
    case section(PcapngSection)
    case interface(PcapngInterface)
    case names(PcapngNames)
    case statistics(PcapngStatistics)
    case custom(PcapngCustom)
    /// An unsupported kind of block, without its lengths.
    case unknown(type: UInt32, body: [UInt8])
}

/// The header of a section; everything after it is in its byte order.
public struct PcapngSection: Hashable, Sendable {
    public let order: ByteOrder
    public let major: UInt16
    public let minor: UInt16
    /// The section's remaining length in bytes according to the file; nil if not given. Nothing relies on it.
    public let length: UInt64?
    public let options: [PcapngOption]
}

/// An interface on which packets were captured.
public struct PcapngInterface: Hashable, Sendable {
    /// The interface's number through all sections of the file, from 0.
    public let number: Int
    public let linkType: LinkType
    /// The maximum number of bytes kept of a packet; nil for no limit.
    public let snapLength: Int?
    public let resolution: TimeResolution
    /// The number of seconds added to each of its timestamps.
    public let offsetSeconds: Int64
    public let options: [PcapngOption]
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

/// The statistics of an interface.
public struct PcapngStatistics: Hashable, Sendable {
    /// The interface's number through all sections of the file, from 0.
    public let interface: Int
    public let instant: WallInstant?
    public let options: [PcapngOption]
}

/// A vendor-specific block.
public struct PcapngCustom: Hashable, Sendable {
    /// The owner's number in the registry of private enterprise numbers.
    public let owner: UInt32
    /// Whether a program that does not know the block may copy it into another file.
    public let mayBeCopied: Bool
    /// The owner's data, including padding and options, which only the owner can distinguish.
    public let data: [UInt8]

    public init(owner: UInt32, mayBeCopied: Bool, data: [UInt8]) {
        self.owner = owner
        self.mayBeCopied = mayBeCopied
        self.data = data
    }
}
