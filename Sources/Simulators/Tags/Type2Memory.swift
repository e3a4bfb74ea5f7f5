import Ground
public import NDEF

/// The memory of a simulated Type 2 tag, and its protection by the chip.
public struct Type2Memory: Hashable, Sendable {
    /// The size of a sector; pages beyond FF are in further sectors.
    public static let sectorSize = 1024

    /// All sectors in sequence; whole pages of four bytes.
    public var bytes: [UInt8]
    /// The chip that GET_VERSION names; nil makes the tag refuse that command.
    public var chip: NTAG?
    /// The position of dynamic lock bits; nil if the tag has none.
    public var lockControl: Type2LockControl?
    /// Whether the tag supports SECTOR_SELECT; without it memory beyond 1 KiB cannot be reached.
    public var hasSectors: Bool
    /// Whether the tag falls silent after refusing a command, until it is reselected, as real chips do.
    public var goesIdleAfterNAK = false

    /// Creates a memory of any bytes, even deliberately wrong ones; at least four pages.
    ///
    /// A chip whose configuration is all zeros gets the factory's: no password.
    public init(bytes: [UInt8], chip: NTAG? = nil, lockControl: Type2LockControl? = nil, hasSectors: Bool? = nil) {
        precondition(bytes.count >= 16 && bytes.count.isMultiple(of: 4), "a Type 2 tag has at least four whole pages")
        self.bytes = bytes
        self.chip = chip
        self.lockControl = lockControl ?? chip?.chip.lockControl
        self.hasSectors = hasSectors ?? (bytes.count > Self.sectorSize)
        guard let place = configuration, self.bytes[place].allSatisfy({ $0 == 0 }) else { return }
        self.bytes.replaceSubrange(place, with: TagChip.factoryConfiguration)
    }

    /// The position of CFG0 and CFG1; nil for a tag without them.
    private var configuration: Range<Int>? {
        guard let first = chip?.chip.configurationPage, (first + 2) * 4 <= bytes.count else { return nil }
        return first * 4..<(first + 2) * 4
    }

    /// The first page protected by a password, which is unknown here; past the memory's end without one [N].
    public var passwordFrom: Int {
        get { configuration.map { Int(bytes[$0.lowerBound + 3]) } ?? Int.max }
        set { if let place = configuration { bytes[place.lowerBound + 3] = UInt8(clamping: newValue) } }
    }

    /// Whether the password protects reading as well as writing [N].
    public var passwordGuardsReading: Bool {
        get { configuration.map { bytes[$0.lowerBound + 4] & 0x80 != 0 } ?? false }
        set { if let place = configuration { bytes[place.lowerBound + 4] = newValue ? 0x80 : 0x00 } }
    }

    /// Creates a tag with the data area given; the memory ends where the area ends, or after `tail` more bytes.
    ///
    /// `data` begins at page 4. `areaSize` is rounded up to the eight bytes that the container counts in.
    public init(
        areaSize: Int, data: [UInt8], tail: Int = 0, access: UInt8 = 0x00, uid: [UInt8] = NTAG.sampleUID
    ) {
        precondition((0...2040).contains(areaSize), "a capability container announces at most 2040 bytes")
        let blocks = UInt8(clamping: (areaSize + 7) / 8)
        self.init(
            bytes: Self.bytes(
                uid: uid, container: [0xE1, 0x10, blocks, access], data: data,
                size: 16 + max(Int(blocks) * 8, (data.count + 3) / 4 * 4) + (tail + 3) / 4 * 4))
    }

    /// Creates an NTAG in factory state with an encoded message, which is empty on a blank tag.
    public init(_ chip: NTAG, message: [UInt8], uid: [UInt8] = NTAG.sampleUID) throws(TagTooSmall) {
        self.init(bytes: try chip.memory(message: message, uid: uid), chip: chip)
    }

    /// A copy with every static and dynamic lock bit set, and with a container that forbids writing.
    public var locked: Type2Memory {
        var copy = self
        copy.bytes[15] |= 0x0F
        (copy.bytes[10], copy.bytes[11]) = (0xFF, 0xFF)
        guard let control = lockControl else { return copy }
        for bit in 0..<control.bits where control.address + bit / 8 < bytes.count {
            copy.bytes[control.address + bit / 8] |= 1 << UInt8(bit % 8)
        }
        return copy
    }

    /// A copy with a container that forbids writing, which no lock bit enforces.
    public var readOnly: Type2Memory {
        var copy = self
        copy.bytes[15] |= 0x0F
        return copy
    }

    /// Returns a TLV block: type, length in one byte or three, value.
    public static func block(_ type: UInt8, _ value: [UInt8]) -> [UInt8] {
        var bytes = [type]
        if value.count < 255 {
            bytes.append(UInt8(clamping: value.count))
        } else {
            bytes.append(0xFF)
            bytes.append(big: UInt16(clamping: value.count))
        }
        return bytes + value
    }

    /// Returns a whole memory: UID with its check bytes, capability container, data, zeros up to the size.
    public static func bytes(uid: [UInt8], container: [UInt8], data: [UInt8], size: Int) -> [UInt8] {
        precondition(uid.count == 7 && container.count == 4, "seven bytes of UID and one page of container")
        var memory = Array(uid[..<3]) + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]]
        memory += uid[3...] + [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0x00, 0x00]
        memory += container + data
        return memory + [UInt8](repeating: 0, count: max(0, size - memory.count))
    }
}

/// The three NTAG chips used in most tags, in factory state (nfc.md 2.2).
public enum NTAG: String, Hashable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// The default UID of a tag; 04 is the maker's number.
    public static let sampleUID: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]

    /// The chip's description of itself.
    public var chip: TagChip {
        switch self {
        case .ntag213: .ntag213
        case .ntag215: .ntag215
        case .ntag216: .ntag216
        }
    }

    /// The number of pages of four bytes that a reader can reach.
    public var pages: Int { chip.pages }

    /// The lock control TLV that only the smallest chip carries; its lock bytes are directly after the data area.
    private var leadingTLV: [UInt8] { self == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : [] }

    /// The longest message in bytes that fits into the chip's data area.
    public var capacity: Int {
        let room = chip.areaSize - leadingTLV.count
        return room - 2 < 255 ? room - 2 : room - 4
    }

    /// Returns the whole memory with a message in it, or with a blank NDEF TLV.
    func memory(message: [UInt8], uid: [UInt8]) throws(TagTooSmall) -> [UInt8] {
        guard message.count <= capacity else { throw TagTooSmall(message: message.count, capacity: capacity) }
        var data = leadingTLV + Type2Memory.block(0x03, message)
        if data.count < chip.areaSize { data.append(0xFE) }
        return Type2Memory.bytes(
            uid: uid, container: [0xE1, 0x10, UInt8(clamping: chip.areaSize / 8), 0x00], data: data, size: pages * 4)
    }
}
