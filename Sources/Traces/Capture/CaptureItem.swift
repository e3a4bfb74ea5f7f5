public import Ground

/// What a capture file holds, in the file's order.
public enum CaptureItem: Hashable, Sendable {
    case packet(CapturedPacket)
    /// A pcapng block that is no packet.
    case block(PcapngBlock, offset: Int)
    /// A record that is no packet: a note, a mark, something of the vendor's.
    case note(CaptureNote)
    /// Something doubtful that did not end the reading; its offset is the file's.
    case finding(Finding)
}

/// A record without a frame, such as PacketLogger's notes.
public struct CaptureNote: Hashable, Sendable {
    public let instant: WallInstant?
    /// The format's own number for this kind of record.
    public let kind: UInt32
    public let bytes: [UInt8]
    /// The offset of the record in the file.
    public let offset: Int

    public init(instant: WallInstant?, kind: UInt32, bytes: [UInt8], offset: Int) {
        self.instant = instant
        self.kind = kind
        self.bytes = bytes
        self.offset = offset
    }

    /// The bytes as text without the zeros at its end; it must be escaped before it is shown.
    public var text: String {
        let end = bytes.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        return String(decoding: bytes[..<end], as: UTF8.self)
    }
}
