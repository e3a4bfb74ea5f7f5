import Ground

/// Walks the TLV blocks in a Type 2 tag's data area until the first NDEF message (fact sheet 2.2).
///
/// It starts from the beginning each time and says how much memory it must have seen, so that the reader reads no
/// more than it needs.
struct Type2Scan {
    enum Outcome {
        /// Cannot go on before this many bytes of the data area are known.
        case needs(Int)
        /// The value of the first NDEF TLV; empty on a blank tag.
        case message([UInt8])
        /// The terminator or the end of the area came first.
        case noMessage
    }

    private enum Length {
        case known(Int)
        case needs(Int)
    }

    /// More control TLVs than this are not followed; tags in the field carry one or two.
    static let maximumReservedRuns = 16

    private let memory: [UInt8]
    private let areaSize: Int
    /// Runs without data, by address from the start of the tag's memory.
    private(set) var reserved: [Range<Int>] = []
    private(set) var findings: [Finding] = []
    /// The next byte, counted from the start of the data area.
    private var place = 0

    /// A scan over the first bytes of a data area of the given size.
    init(memory: [UInt8], areaSize: Int) {
        self.memory = memory
        self.areaSize = areaSize
    }

    mutating func run() throws(Malformed) -> Outcome {
        while true {
            skipReserved()
            guard place < areaSize else { return .noMessage }
            let start = place
            guard let tag = takeByte() else { return .needs(start + 1) }
            switch tag {
            case 0x00: continue
            case 0xFE: return .noMessage
            default: break
            }
            let length: Int
            switch try takeLength(from: start) {
            case .known(let known): length = known
            case .needs(let count): return .needs(count)
            }
            guard let end = end(ofValueWith: length) else {
                throw Malformed(
                    at: start, "the TLV of type \(tag.hexadecimal) is \(length) bytes long and runs past the data area")
            }
            if tag == 0x01 || tag == 0x02 || tag == 0x03 {
                guard end <= memory.count else { return .needs(end) }
                let value = takeValue(length)
                if tag == 0x03 { return .message(value) }
                reserve(value, isLock: tag == 0x01, at: start)
            } else {
                if tag != 0xFD {
                    findings.append(
                        Finding(.note, "a TLV of the unknown type \(tag.hexadecimal) is skipped", offset: start))
                }
                place = end
            }
        }
    }

    private mutating func takeLength(from start: Int) throws(Malformed) -> Length {
        func missing() throws(Malformed) -> Length {
            guard place < areaSize else {
                throw Malformed(at: start, "the data area ends within a TLV's length")
            }
            return .needs(place + 1)
        }
        guard let first = takeByte() else { return try missing() }
        guard first == 0xFF else { return .known(Int(first)) }
        guard let high = takeByte() else { return try missing() }
        guard let low = takeByte() else { return try missing() }
        let length = Int(high) << 8 | Int(low)
        guard length != 0xFFFF else { throw Malformed(at: start, "the TLV length FFFF is reserved") }
        if length < 255 {
            findings.append(
                Finding(
                    .warning, "a TLV length of \(length) is written in three bytes, which are for 255 and more",
                    offset: start))
        }
        return .known(length)
    }

    /// The byte at `place` behind any reserved run; nil when it is not known yet or outside the area.
    private mutating func takeByte() -> UInt8? {
        skipReserved()
        guard place < areaSize, place < memory.count else { return nil }
        defer { place += 1 }
        return memory[place]
    }

    private mutating func takeValue(_ length: Int) -> [UInt8] {
        var value: [UInt8] = []
        while value.count < length, let byte = takeByte() { value.append(byte) }
        return value
    }

    private mutating func skipReserved() {
        while let run = run(at: place) { place = run.upperBound - Type2Capability.dataStart }
    }

    private func run(at place: Int) -> Range<Int>? {
        reserved.first { $0.contains(place + Type2Capability.dataStart) }
    }

    /// Where a value of this length ends when it begins at `place`; nil when it does not fit into the area.
    private func end(ofValueWith length: Int) -> Int? {
        var position = place
        var left = length
        while left > 0 {
            if let run = run(at: position) {
                position = run.upperBound - Type2Capability.dataStart
                continue
            }
            guard position < areaSize else { return nil }
            position += 1
            left -= 1
        }
        return position
    }

    /// Takes note of a lock or memory control TLV: address halves, size, page size.
    private mutating func reserve(_ value: [UInt8], isLock: Bool, at start: Int) {
        guard value.count == 3 else {
            findings.append(
                Finding(
                    .fault, "a control TLV has \(value.count) bytes instead of 3 and is not followed", offset: start))
            return
        }
        guard reserved.count < Self.maximumReservedRuns else {
            findings.append(Finding(.fault, "more control TLVs than are followed: this one is skipped", offset: start))
            return
        }
        let pageSize = 1 << Int(value[2] & 0x0F)
        let address = Int(value[0] >> 4) * pageSize + Int(value[0] & 0x0F)
        let size = value[1] == 0 ? 256 : Int(value[1])
        let count = isLock ? (size + 7) / 8 : size
        reserved.append(address..<address + count)
    }
}
