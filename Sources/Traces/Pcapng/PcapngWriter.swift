import Ground

/// Writes a pcapng file block by block; each block is complete, and nothing written changes later.
///
/// The writer opens no file: it returns bytes for the file's owner to append. A file that ends between two blocks is
/// whole, so a program that is killed loses at most the block that it was writing. Little endian, time in nanoseconds
/// (bluez.md 3.3 and uwb.md 5).
public struct PcapngWriter: Sendable {
    /// The maximum number of bytes written of a packet; the limit of Wireshark's readers.
    public static let largestPacket = 262_144
    /// The maximum size of a text option in bytes; its length has 16 bits.
    public static let largestText = 65_535

    /// The contents of a section's header.
    public struct Section: Hashable, Sendable {
        public var application: String?
        public var operatingSystem: String?
        public var hardware: String?
        public var comments: [String]

        public init(
            application: String? = nil, operatingSystem: String? = nil, hardware: String? = nil,
            comments: [String] = []
        ) {
            self.application = application
            self.operatingSystem = operatingSystem
            self.hardware = hardware
            self.comments = comments
        }
    }

    /// The origin of each interface's time in this section, in seconds after 1970.
    private var offsets: [Int64] = []
    /// The number of interfaces in the section.
    public var interfaceCount: Int { offsets.count }

    public init() {}

    /// Returns a section's header; after it, interfaces are numbered from 0 again.
    public mutating func section(_ section: Section) -> [UInt8] {
        offsets.removeAll(keepingCapacity: true)
        return Self.block(PcapngFormat.sectionHeader) { block in
            block.append(little: PcapngFormat.byteOrderMagic)
            block.append(little: UInt16(1))
            block.append(little: UInt16(0))
            block.append(little: UInt64.max)
            var options = section.comments.map { PcapngOption(.comment, text: $0) }
            if let text = section.hardware { options.append(PcapngOption(.hardware, text: text)) }
            if let text = section.operatingSystem { options.append(PcapngOption(.operatingSystem, text: text)) }
            if let text = section.application { options.append(PcapngOption(.application, text: text)) }
            Self.append(options, to: &block)
        }
    }

    /// Returns an interface's description; its number is the count of interfaces before it.
    ///
    /// The format's times are unsigned: `offsetSeconds`, which is not positive, is their origin for packets from
    /// before 1970.
    public mutating func interface(
        _ linkType: LinkType, name: String, summary: String? = nil, comments: [String] = [],
        offsetSeconds: Int64 = 0, extra: [PcapngOption] = []
    ) -> [UInt8] {
        guard let number = UInt16(exactly: linkType.rawValue) else {
            preconditionFailure("pcapng has 16 bits for a link type")
        }
        offsets.append(min(0, max(offsetSeconds, Self.earliestOffset)))
        return Self.block(1) { block in
            block.append(little: number)
            block.append(little: UInt16(0))
            block.append(little: UInt32(0))
            var options = comments.map { PcapngOption(.comment, text: $0) }
            options.append(PcapngOption(.interfaceName, text: name))
            if let summary { options.append(PcapngOption(.interfaceDescription, text: summary)) }
            options.append(PcapngOption(.timeResolution, [TimeResolution.nanoseconds.rawValue]))
            if offsetSeconds < 0 {
                var value: [UInt8] = []
                value.append(little: offsets[offsets.count - 1])
                options.append(PcapngOption(.timeOffset, value))
            }
            options += extra
            Self.append(options, to: &block)
        }
    }

    /// The earliest time in 64 bits of nanoseconds, in seconds.
    private static let earliestOffset = Int64.min / 1_000_000_000

    /// Converts a time to the interface's timestamp; no time, or one before the interface's origin, becomes that
    /// origin.
    func ticks(_ instant: WallInstant?, on interface: Int) -> UInt64 {
        guard let instant else { return 0 }
        // A difference from the origin may exceed 63 bits but never 64.
        let ticks = UInt64(bitPattern: instant.nanoseconds &- offsets[interface] * 1_000_000_000)
        return instant.nanoseconds >= offsets[interface] * 1_000_000_000 ? ticks : 0
    }

    /// Appends a packet; without a time, or before its interface's origin, it is written at that origin.
    ///
    /// The packet's offset and link type are not written: its interface, which must exist, has the link type.
    public func append(_ packet: CapturedPacket, to file: inout [UInt8]) {
        precondition(
            packet.interface >= 0 && packet.interface < interfaceCount, "an interface comes before its packets")
        let captured = min(packet.bytes.count, Self.largestPacket)
        let ticks = ticks(packet.instant, on: packet.interface)
        Self.append(block: 6, to: &file) { block in
            block.append(little: UInt32(clamping: packet.interface))
            block.append(little: UInt32(truncatingIfNeeded: ticks >> 32))
            block.append(little: UInt32(truncatingIfNeeded: ticks))
            block.append(little: UInt32(clamping: captured))
            block.append(little: UInt32(clamping: max(packet.originalLength, packet.bytes.count)))
            block.append(contentsOf: packet.bytes[..<captured])
            for _ in 0..<padding(captured) { block.append(0) }
            if let direction = packet.direction {
                block.append(little: PcapngOption.Code.packetFlags.rawValue)
                block.append(little: UInt16(4))
                block.append(little: direction == .inbound ? UInt32(1) : 2)
            }
            Self.append(packet.options, isOpen: packet.direction != nil, to: &block)
        }
    }

    /// Returns a packet as a separate block.
    public func packet(_ packet: CapturedPacket) -> [UInt8] {
        var block: [UInt8] = []
        append(packet, to: &block)
        return block
    }

    /// Returns a vendor-specific block; its data is padded to a multiple of four.
    public func custom(_ custom: PcapngCustom) -> [UInt8] {
        precondition(
            custom.data.count <= PcapngReader.largestBlock - 20, "a block is no longer than what is read again")
        var block: [UInt8] = []
        append(customOf: custom.owner, mayBeCopied: custom.mayBeCopied, to: &block) {
            $0.append(contentsOf: custom.data)
        }
        return block
    }

    /// Appends a vendor-specific block whose data is appended in place; it must not exceed the largest block that can
    /// be read.
    public func append(
        customOf owner: UInt32, mayBeCopied: Bool = true, to file: inout [UInt8], data: (inout [UInt8]) -> Void
    ) {
        Self.append(block: mayBeCopied ? 0x0000_0BAD : 0x4000_0BAD, to: &file) { block in
            block.append(little: owner)
            let start = block.count
            data(&block)
            for _ in 0..<padding(block.count - start) { block.append(0) }
        }
    }

    private static func block(_ type: UInt32, _ body: (inout [UInt8]) -> Void) -> [UInt8] {
        var block: [UInt8] = []
        append(block: type, to: &block, body)
        return block
    }

    private static func append(block type: UInt32, to file: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
        let start = file.count
        file.append(little: type)
        file.append(little: UInt32(0))
        body(&file)
        let length = UInt32(clamping: file.count - start + 4)
        file.append(little: length)
        for index in 0..<4 {
            // Takes one byte of the length on purpose.
            file[start + 4 + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
    }

    /// Appends options and their end mark; without options there is no mark, unless one was written before.
    private static func append(_ options: [PcapngOption], isOpen: Bool = false, to block: inout [UInt8]) {
        guard isOpen || !options.isEmpty else { return }
        append(each: options, to: &block)
        block.append(little: UInt32(0))
    }

    static func append(each options: [PcapngOption], to block: inout [UInt8]) {
        for option in options {
            let value = option.value.prefix(option.fitting)
            block.append(little: option.code.rawValue)
            block.append(little: UInt16(clamping: value.count))
            block.append(contentsOf: value)
            for _ in 0..<padding(value.count) { block.append(0) }
        }
    }
}

extension PcapngOption {
    /// The number of bytes of the value that fit an option, without splitting a character of text.
    fileprivate var fitting: Int {
        guard value.count > PcapngWriter.largestText else { return value.count }
        var count = PcapngWriter.largestText
        while count > 0, count > PcapngWriter.largestText - 4, value[count] & 0xC0 == 0x80 { count -= 1 }
        return count
    }
}

extension PcapngWriter {
    /// The fields that precede a packet's bytes in its block, and its direction.
    public struct PacketHead: Hashable, Sendable {
        public var interface: Int
        /// The time of the packet; without one, or before its interface's origin, it is written at that origin.
        public var instant: WallInstant?
        public var direction: FrameDirection?

        public init(interface: Int, instant: WallInstant?, direction: FrameDirection? = nil) {
            self.interface = interface
            self.instant = instant
            self.direction = direction
        }
    }

    /// Appends a packet, given as its first bytes and the rest, with one option and comments, in the same form as any
    /// other.
    ///
    /// Almost all lengths are known beforehand, so it needs no extra allocation; traces are written this way.
    public func append(
        _ head: PacketHead, first: Int, _ writeFirst: (inout FieldWriter) -> Void, rest: [UInt8],
        option: PcapngOption.Code, length: Int, _ writeOption: (inout FieldWriter) -> Void, comments: [String] = [],
        to file: inout [UInt8]
    ) {
        precondition(head.interface >= 0 && head.interface < interfaceCount, "an interface comes before its packets")
        let captured = first + rest.count
        precondition(captured <= Self.largestPacket && length <= 1_024, "a packet of a trace is no longer than this")
        let ticks = ticks(head.instant, on: head.interface)
        let padding = (padding(captured), padding(length))
        let flags = head.direction == nil ? 0 : 8
        let behind = padding.0 + flags + 4 + length + padding.1
        var texts: [UInt8] = []
        if !comments.isEmpty { Self.append(each: comments.map { PcapngOption(.comment, text: $0) }, to: &texts) }
        let total = UInt32(clamping: 28 + captured + behind + texts.count + 8)
        file.append(fields: 28 + first) { fields in
            fields.put(UInt32(6))
            fields.put(total)
            fields.put(UInt32(clamping: head.interface))
            fields.put(UInt32(truncatingIfNeeded: ticks >> 32))
            fields.put(UInt32(truncatingIfNeeded: ticks))
            fields.put(UInt32(clamping: captured))
            fields.put(UInt32(clamping: captured))
            writeFirst(&fields)
        }
        file.append(contentsOf: rest)
        file.append(fields: behind) { fields in
            fields.put(zeros: padding.0)
            if let direction = head.direction {
                fields.put(PcapngOption.Code.packetFlags.rawValue)
                fields.put(UInt16(4))
                fields.put(direction == .inbound ? UInt32(1) : 2)
            }
            fields.put(option.rawValue)
            fields.put(UInt16(clamping: length))
            writeOption(&fields)
            fields.put(zeros: padding.1)
        }
        if !texts.isEmpty { file.append(contentsOf: texts) }
        file.append(fields: 8) { fields in
            fields.put(UInt32(0))
            fields.put(total)
        }
    }
}
