import Ground
import Links

extension TraceEvent {
    /// Reads a frame whose bytes are in the packet that its record is attached to; `isSnapped` if that packet was
    /// truncated.
    ///
    /// Returns nil if the record holds everything itself, is not of a frame, or belongs to other software. Almost all
    /// events of a trace are such frames, so they are read without creating a `TraceRecord`.
    init?(
        _ data: ArraySlice<UInt8>, with packet: ArraySlice<UInt8>, isSnapped: Bool, on link: LinkID
    ) throws(Malformed) {
        var reader = ByteReader(data)
        guard data.count >= TraceRecord.headLength, try reader.u32("a record's name") == TraceRecord.magic,
            try reader.u8("a record's version") == TraceRecord.firstVersion
        else { return nil }
        let kind = try reader.u8("a record's kind")
        guard kind == TraceRecord.receivedKind || kind == TraceRecord.sentKind else { return nil }
        let number = try reader.count("a frame's number")
        let instant = try reader.instant("a frame's instant")
        if kind == TraceRecord.receivedKind {
            let now = try reader.instant("a frame's instant in hand")
            guard let (bytes, _) = try Self.content(of: packet, isSnapped, &reader) else { return nil }
            self = .received(Arrival(try Inbound(packet: bytes, on: link), at: instant), now: now, number: number)
        } else {
            guard let (bytes, limit) = try Self.content(of: packet, isSnapped, &reader) else { return nil }
            self = .sent(try Outbound(packet: bytes, within: limit, on: link), at: instant, number: number)
        }
    }

    /// The packet's bytes after its headers, and a tag command's limit; nil if the record holds the frame.
    private static func content(
        of packet: ArraySlice<UInt8>, _ isSnapped: Bool, _ reader: inout ByteReader
    ) throws(Malformed) -> ([UInt8], Lapse?)? {
        let form = try reader.u8("a content's form")
        guard form == 1 || form == 2 else { return nil }
        let skip = Int(try reader.u8("a header's length"))
        let limit = form == 2 ? try reader.span("a limit") : nil
        try reader.finish("a packet's record")
        guard !isSnapped else { throw Malformed(at: 0, "the packet with the frame's bytes was truncated") }
        guard packet.count >= skip else {
            throw Malformed(at: 0, "a packet of \(packet.count) bytes cannot have \(skip) bytes of headers")
        }
        return (Array(packet.dropFirst(skip)), limit)
    }
}
