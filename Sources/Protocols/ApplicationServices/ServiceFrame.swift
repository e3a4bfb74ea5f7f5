public import Ground

/// A frame of the two apps: a type and a payload, which are theirs (network fact sheet, section 6.1).
///
/// On the wire: the type, the payload's length, both 32 bits, and the payload. Apple's sample writes them in the order
/// of its own processor, which is little endian on all of Apple's devices; here that is fixed.
public struct ServiceFrame: Hashable, Sendable {
    public static let headerSize = 8

    /// What a frame is about; 0 is invalid in Apple's sample, 1 a chosen character, 2 a move.
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

/// Finds frames in a stream of bytes, whatever pieces it comes in.
///
/// Apple's sample knows no limit; here a frame has at most `longest` bytes of payload, since a length that nobody meant
/// would otherwise take memory without end. Behind such a length nothing in the stream has a meaning.
public struct ServiceFramer: Sendable {
    public enum Output: Hashable, Sendable {
        case frame(ServiceFrame)
        case finding(Finding)
    }

    public static let defaultLongest = 65_536

    /// The most bytes of a payload.
    public let longest: Int
    /// Whether a length was too long, after which all is passed over.
    public private(set) var isBroken = false
    private var waiting: [UInt8] = []
    /// How many bytes of the stream came before `waiting`.
    private var consumed = 0

    public init(longest: Int = defaultLongest) {
        precondition(longest >= 0, "a payload has no negative length")
        self.longest = longest
    }

    /// Bytes that are kept, which is at most a header and the longest payload less one byte.
    public var waitingCount: Int { waiting.count }

    /// Whether the next byte begins a frame.
    public var isBetween: Bool { waiting.isEmpty }

    public mutating func receive(_ bytes: some Collection<UInt8>) -> [Output] {
        var output: [Output] = []
        var rest = bytes[...]
        // Piece by piece, so that no more is kept than one frame.
        while !rest.isEmpty, !isBroken {
            let wanted = wantedCount - waiting.count
            waiting.append(contentsOf: rest.prefix(wanted))
            rest = rest.dropFirst(wanted)
            look(&output)
        }
        return output
    }

    /// The stream ended: a frame that is not whole is dropped, and told.
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

    /// How many bytes must wait before there is something to look at: a header, or a whole frame.
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

/// The end of a sentence about a length that is too long, where it would not be so the other way round.
func bigEndianHint(_ length: UInt32, longest: Int) -> String {
    Int(length.byteSwapped) <= longest ? ": big endian?" : ""
}
