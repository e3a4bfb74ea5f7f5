import Ground
import Links
import Traces

extension TraceWriter {
    /// Appends a frame that is one packet, with its record, in the same bytes as `TraceRecord`.
    ///
    /// `now` is nil for a sent frame.
    mutating func append(
        _ frame: PlainFrame, number: Int, at instant: Instant, now: Instant?, on link: LinkID, to file: inout [UInt8]
    ) {
        let interface = interface(.link(link), frame.linkType, to: &file)
        let wall = wallOrigin.map { $0 + (instant - .start) }
        let head = PcapngWriter.PacketHead(interface: interface, instant: wall, direction: frame.direction)
        // Comments follow the record, as further options.
        let length = 4 + TraceRecord.headLength + (now == nil ? 16 : 24) + 2
        blocks.append(
            head, first: frame.headLength, frame.writeHead, rest: frame.body, option: .custom, length: length,
            { fields in
                fields.put(TraceRecord.owner)
                fields.put(TraceRecord.magic)
                fields.put(TraceRecord.firstVersion)
                fields.put(now == nil ? TraceRecord.sentKind : TraceRecord.receivedKind)
                fields.put(Int64(number))
                fields.put(instant.nanoseconds)
                if let now { fields.put(now.nanoseconds) }
                // The content is in the packet, after this many bytes.
                fields.put(UInt8(1))
                fields.put(UInt8(clamping: frame.headLength))
            }, comments: remarks.take(), to: &file)
    }
}
