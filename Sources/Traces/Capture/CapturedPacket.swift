/// Who sent a captured frame, seen from the machine that captured it.
public enum FrameDirection: String, Hashable, Codable, Sendable {
    /// Received by the machine that captured it.
    case inbound
    /// Sent by the machine that captured it.
    case outbound
}

/// One packet of a capture file, whatever the format.
public struct CapturedPacket: Hashable, Sendable {
    /// When it was captured; nil where the format has no time, or one that no clock can show.
    public var instant: WallInstant?
    public var linkType: LinkType
    /// Which interface of the file saw it, counted through all sections from 0.
    public var interface: Int
    /// Nil where the format does not say; a header inside the bytes may still tell.
    public var direction: FrameDirection?
    /// How many bytes the packet had before the capture cut it.
    public var originalLength: Int
    /// What the capture kept, in the form of the link type.
    public var bytes: [UInt8]
    /// The offset of the packet's block or record in the file.
    public var offset: Int
    /// Everything else that is written with the packet, in the file's order, the flags left out.
    public var options: [PcapngOption]

    public init(
        instant: WallInstant?, linkType: LinkType, interface: Int = 0, direction: FrameDirection? = nil,
        originalLength: Int? = nil, bytes: [UInt8], offset: Int = 0, options: [PcapngOption] = []
    ) {
        self.instant = instant
        self.linkType = linkType
        self.interface = interface
        self.direction = direction
        self.originalLength = originalLength ?? bytes.count
        self.bytes = bytes
        self.offset = offset
        self.options = options
    }

    /// Whether the capture kept only the beginning.
    public var isSnapped: Bool { bytes.count < originalLength }

    /// The comments that somebody attached; text from a file, to be escaped before it is shown.
    public var comments: [String] { options.texts(.comment) }
}
