public import Ground

/// A frame between the two apps, which define its type and payload (network.md, section 6.1).
///
/// On the wire: the type and the payload's length, 32 bits each, then the payload. Apple's sample uses the native
/// byte order, which is little-endian on all of Apple's devices; here little-endian is fixed.
public struct ServiceFrame: Hashable, Sendable {
    public static let headerSize = 8

    /// The meaning of the frame. In Apple's sample, 0 is invalid, 1 a chosen character, 2 a move.
    public let type: UInt32
    public let payload: [UInt8]

    public init(type: UInt32, payload: [UInt8]) {
        self.type = type
        self.payload = payload
    }

    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(little: type)
        bytes.append(little: UInt32(clamping: payload.count))
        return bytes + payload
    }
}

/// Extracts frames from a byte stream, split in any way.
///
/// Apple's sample has no limit. Here a payload has at most `longest` bytes, because a bogus length would otherwise
/// consume memory without bound; nothing after such a length can be decoded.
public struct ServiceFramer: Sendable {
    public enum Output: Hashable, Sendable {
        case frame(ServiceFrame)
        case finding(Finding)
    }

    public static let defaultLongest = 65_536

    /// The maximum length of a payload in bytes.
    public let longest: Int
    /// Whether a length was too large, after which all bytes are ignored.
    public private(set) var isBroken = false
    private var waiting: [UInt8] = []
    /// The number of bytes in the stream before `waiting`.
    private var consumed = 0

    public init(longest: Int = defaultLongest) {
        precondition(longest >= 0, "a payload has no negative length")
        self.longest = longest
    }

    /// The number of buffered bytes, less than a header and the longest payload.
    public var waitingCount: Int { waiting.count }

    /// Whether the next byte begins a frame.
    public var isBetween: Bool { waiting.isEmpty }

    public mutating func receive(_ bytes: some Collection<UInt8>) -> [Output] {
        var output: [Output] = []
        var rest = bytes[...]
        // Piece by piece, so that at most one frame is buffered.
        while !rest.isEmpty, !isBroken {
            let wanted = wantedCount - waiting.count
            waiting.append(contentsOf: rest.prefix(wanted))
            rest = rest.dropFirst(wanted)
            look(&output)
        }
        return output
    }

    /// Ends the stream; an incomplete frame is dropped and reported.
    public mutating func finish() -> [Output] {
        guard !waiting.isEmpty, !isBroken else { return [] }
        let count = waiting.count
        let what =
            count < ServiceFrame.headerSize
            ? "\(count) of \(ServiceFrame.headerSize) bytes of a header"
            : "\(count - ServiceFrame.headerSize) of \(wantedCount - ServiceFrame.headerSize) bytes of a payload"
        waiting = []
        let finding = Finding(
            "services.halfFrame", .note, "the stream ended behind \(what), which are dropped", offset: consumed)
        consumed += count
        return [.finding(finding)]
    }

    /// The number of bytes required before decoding can proceed: a header, or a complete frame.
    private var wantedCount: Int {
        guard waiting.count >= ServiceFrame.headerSize else { return ServiceFrame.headerSize }
        return ServiceFrame.headerSize + Int(Self.little(waiting[4..<8]))
    }

    private mutating func look(_ output: inout [Output]) {
        guard waiting.count >= ServiceFrame.headerSize else { return }
        let length = Self.little(waiting[4..<8])
        guard Int(length) <= longest else {
            isBroken = true
            waiting = []
            let hint = bigEndianHint(length, longest: longest)
            let meaning = "a frame's length is \(length.hexadecimal), and \(longest) bytes are the most\(hint)"
            output.append(.finding(Finding("services.framing", .fault, meaning, offset: consumed + 4)))
            return
        }
        guard waiting.count == wantedCount else { return }
        let frame = ServiceFrame(type: Self.little(waiting[..<4]), payload: Array(waiting[ServiceFrame.headerSize...]))
        consumed += waiting.count
        waiting.removeAll(keepingCapacity: true)
        output.append(.frame(frame))
    }

    private static func little(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}

/// Returns the end of a sentence about an excessive length, for one that would be valid in the other byte order.
func bigEndianHint(_ length: UInt32, longest: Int) -> String {
    Int(length.byteSwapped) <= longest ? ": big endian?" : ""
}
