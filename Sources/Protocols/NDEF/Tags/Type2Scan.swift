import Ground

/// Iterates over the TLV blocks in a Type 2 tag's data area (nfc.md 2.2).
///
/// It reports the next byte it needs, so that the reader reads no more than necessary, and resumes at the block it
/// could not complete. Offsets in errors and findings are relative to the start of the data area.
struct Type2Scan: Sendable {
    enum Outcome: Equatable {
        /// The byte at this address is required to continue.
        case needs(Int)
        /// The complete first NDEF TLV is known, and nothing more was requested.
        case message
        /// The terminator or the end of the area.
        case end
    }

    private enum Step<Value> {
        case found(Value)
        case needs(Int)
        case ended
    }

    /// The maximum number of control TLVs to obey; tags in the field have one or two.
    static let maximumReservedRuns = 16

    private(set) var layout: Type2Layout
    private(set) var blocks: [Type2Block] = []
    private(set) var findings: [Finding] = []
    private(set) var locks: [Type2LockControl] = []
    /// The first NDEF TLV.
    var message: Type2Block? { blocks.first { $0.kind == .message } }
    /// The terminator, if it was reached.
    var terminator: Type2Block? { blocks.last.flatMap { $0.kind == .terminator ? $0 : nil } }

    /// The runs that control TLVs reserve, with the TLVs' offsets.
    private var reservations: [(offset: Int, run: Range<Int>)] = []
    private var place = Type2Capability.dataStart
    private var isAtEnd = false
    private var isCutShort = false

    init(areaSize: Int) { layout = Type2Layout(end: Type2Capability.dataStart + areaSize) }

    /// Returns the layout for a block at this address: a control TLV applies only to blocks after it.
    func layout(before address: Int) -> Type2Layout {
        var layout = Type2Layout(end: self.layout.end)
        for reservation in reservations where reservation.offset < address - Type2Capability.dataStart {
            layout.reserve(reservation.run)
        }
        return layout
    }

    /// Ends the memory at an address before the end of the data area.
    mutating func shorten(to end: Int) { layout.end = min(layout.end, end) }

    /// Stops scanning; what follows is not read as TLV blocks.
    mutating func stop() {
        isAtEnd = true
        isCutShort = true
    }

    /// Whether the scan reached the terminator or the end of the area without errors.
    var isComplete: Bool { isAtEnd && !isCutShort }

    mutating func run(in image: Type2Image, untilMessage: Bool) throws(Malformed) -> Outcome {
        if untilMessage, message != nil { return .message }
        while !isAtEnd {
            var cursor = place
            switch byte(in: image, at: &cursor) {
            case .ended: isAtEnd = true
            case .needs(let address): return .needs(address)
            case .found(let code):
                if let outcome = try take(Type2Block.Kind(rawValue: code), behind: cursor, in: image) {
                    return outcome
                }
                if untilMessage, blocks.last?.kind == .message { return .message }
            }
        }
        return .end
    }

    /// Takes the block whose first byte precedes `cursor`; returns an outcome if it needs more bytes.
    private mutating func take(
        _ kind: Type2Block.Kind, behind cursor: Int, in image: Type2Image
    ) throws(Malformed) -> Outcome? {
        let start = cursor - 1 - Type2Capability.dataStart
        guard kind.hasLength else {
            if kind == .terminator {
                isAtEnd = true
                blocks.append(Type2Block(kind: kind, offset: start, lengthSize: 0, length: 0, runs: []))
            }
            place = cursor
            return nil
        }
        var cursor = cursor
        let length: Int
        let size: Int
        switch try self.length(in: image, at: &cursor, start) {
        case .needs(let address): return .needs(address)
        case .ended: throw Malformed(at: start, "the data area ends within a TLV's length")
        case .found((let value, let bytes)): (length, size) = (value, bytes)
        }
        guard let runs = layout.runs(from: cursor, count: length) else {
            throw Malformed(
                at: start,
                "the \(kind) TLV of \(length) bytes runs past the end of the data area of"
                    + " \(layout.end - Type2Capability.dataStart) bytes")
        }
        if kind.rawValue <= 3 {
            for run in runs { if let address = image.firstUnknown(in: run) { return .needs(address) } }
        }
        if size == 3, length < 255 {
            findings.append(
                Finding(
                    "tag.type2Memory", .warning,
                    "a TLV length of \(length) is written in three bytes, which are for 255 and more",
                    offset: start))
        }
        let block = Type2Block(kind: kind, offset: start, lengthSize: size, length: length, runs: runs)
        blocks.append(block)
        place = runs.last?.upperBound ?? cursor
        follow(block, in: image)
        return nil
    }

    private mutating func follow(_ block: Type2Block, in image: Type2Image) {
        switch block.kind {
        case .lockControl, .memoryControl: reserve(block, in: image)
        case .message, .proprietary, .null, .terminator: break
        default:
            findings.append(
                Finding("tag.type2Memory", .note, "a TLV of the \(block.kind) is skipped", offset: block.offset))
        }
    }

    /// Records a lock or memory control TLV: address halves, size, page size.
    private mutating func reserve(_ block: Type2Block, in image: Type2Image) {
        let value = block.runs.flatMap { image.read($0) ?? [] }
        guard value.count == 3 else {
            findings.append(
                Finding(
                    "tag.type2Memory", .fault,
                    "a control TLV has \(value.count) bytes instead of 3 and is not followed",
                    offset: block.offset))
            return
        }
        guard layout.reserved.count < Self.maximumReservedRuns else {
            findings.append(
                Finding(
                    "tag.type2Memory", .fault, "more control TLVs than are followed: this one is skipped",
                    offset: block.offset))
            return
        }
        let pageSize = 1 << Int(value[2] & 0x0F)
        let address = Int(value[0] >> 4) * pageSize + Int(value[0] & 0x0F)
        let size = value[1] == 0 ? 256 : Int(value[1])
        let isLock = block.kind == .lockControl
        let run = address..<address + (isLock ? (size + 7) / 8 : size)
        layout.reserve(run)
        reservations.append((block.offset, run))
        if isLock {
            locks.append(Type2LockControl(address: address, bits: size, bytesPerBit: 1 << Int(value[2] >> 4)))
        }
    }

    /// Returns the byte at the cursor, skipping reserved runs, and advances the cursor past it.
    private func byte(in image: Type2Image, at cursor: inout Int) -> Step<UInt8> {
        let address = layout.skippingReserved(cursor)
        guard address < layout.end else { return .ended }
        guard let byte = image[address] else { return .needs(address) }
        cursor = address + 1
        return .found(byte)
    }

    /// Returns the length of a block and the size of its length field.
    private func length(
        in image: Type2Image, at cursor: inout Int, _ start: Int
    ) throws(Malformed) -> Step<(Int, Int)> {
        var bytes: [UInt8] = []
        repeat {
            switch byte(in: image, at: &cursor) {
            case .ended: return .ended
            case .needs(let address): return .needs(address)
            case .found(let byte): bytes.append(byte)
            }
        } while bytes[0] == 0xFF && bytes.count < 3
        guard bytes.count == 3 else { return .found((Int(bytes[0]), 1)) }
        let length = Int(bytes[1]) << 8 | Int(bytes[2])
        guard length != 0xFFFF else { throw Malformed(at: start, "the TLV length FFFF is reserved") }
        return .found((length, 3))
    }
}
