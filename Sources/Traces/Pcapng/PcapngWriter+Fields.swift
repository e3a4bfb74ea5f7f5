extension PcapngWriter {
    /// What stands in a packet's block before its bytes, and which way it went.
    public struct PacketHead: Hashable, Sendable {
        public var interface: Int
        /// A packet without a time, or from before its interface's beginning, is written there.
        public var instant: WallInstant?
        public var direction: FrameDirection?

        public init(interface: Int, instant: WallInstant?, direction: FrameDirection? = nil) {
            self.interface = interface
            self.instant = instant
            self.direction = direction
        }
    }

    /// Appends a packet, given as its first bytes and the rest, with one option and comments; as any packet is.
    ///
    /// Almost everything's length is known beforehand, so that it takes no memory of its own: traces are written so.
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
