import Ground
import Links
import Traces

/// Bytes of the kit's line as UCI packets of link type 299 (uwb.md 1.1).
///
/// Bytes that are exactly one packet are shown unchanged. A line may also deliver partial packets, or several at a
/// time; the packets they complete are then shown in addition to the record.
struct KitView: Sendable {
    /// The greatest number of bytes buffered for an incomplete packet: the longest packet.
    static let most = 4 + 65_535

    var dialect = KitLineDialect()
    private var inbound: [UInt8] = []
    private var outbound: [UInt8] = []

    /// Returns bytes that are exactly one packet; nil for any others.
    mutating func plain(_ bytes: [UInt8], _ direction: FrameDirection) -> PlainFrame? {
        let isBetween = direction == .inbound ? inbound.isEmpty : outbound.isEmpty
        guard !dialect.isText(bytes, isOutbound: direction == .outbound), isBetween,
            Self.length(of: bytes[...]) == bytes.count
        else { return nil }
        return PlainFrame(linkType: .firaUCI, direction: direction, head: .bytes([]), body: bytes)
    }

    /// Returns the view of bytes that are not one packet.
    mutating func show(_ bytes: [UInt8], _ direction: FrameDirection) -> FrameView.Shown? {
        if dialect.isText(bytes, isOutbound: direction == .outbound) {
            let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            let arrow = direction == .inbound ? "<-" : "->"
            return FrameView.Shown(remark: "uwb kit \(arrow) \(lines.joined(separator: " | "))")
        }
        switch direction {
        case .inbound: return Self.show(bytes, direction, waiting: &inbound)
        case .outbound: return Self.show(bytes, direction, waiting: &outbound)
        }
    }

    private static func show(
        _ bytes: [UInt8], _ direction: FrameDirection, waiting: inout [UInt8]
    ) -> FrameView.Shown? {
        waiting += bytes
        var shown = FrameView.Shown(linkType: .firaUCI, direction: direction)
        var rest = waiting[...]
        while let length = length(of: rest), length <= rest.count {
            shown.besides.append(Array(rest.prefix(length)))
            rest = rest.dropFirst(length)
        }
        waiting = rest.count > most ? [] : Array(rest)
        return shown
    }

    /// Returns the length of the packet that begins here; nil if its header is incomplete or invalid.
    private static func length(of bytes: ArraySlice<UInt8>) -> Int? {
        let start = bytes.startIndex
        guard bytes.count >= 4 else { return nil }
        let last = Int(bytes[start + 3])
        return bytes[start] >> 5 == 0 ? 4 + (Int(bytes[start + 2]) | last << 8) : 4 + last
    }
}
