import Ground
public import NDEF

/// The three NTAG chips that most tags are made of, as they leave the factory (NFC fact sheet 2.2).
public enum NTAG: String, Hashable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// The identifier of a tag that was given none; 04 is the maker's number.
    public static let sampleUID: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]

    /// What the chip says of itself.
    public var chip: TagChip {
        switch self {
        case .ntag213: .ntag213
        case .ntag215: .ntag215
        case .ntag216: .ntag216
        }
    }

    /// How many pages of four bytes a reader can reach.
    public var pages: Int { chip.pages }

    /// The lock control TLV that only the smallest chip carries; it locks bytes just behind the data area.
    private var leadingTLV: [UInt8] { self == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : [] }

    /// The longest message in bytes that fits into the chip's data area.
    public var capacity: Int {
        let room = chip.areaSize - leadingTLV.count
        return room - 2 < 255 ? room - 2 : room - 4
    }

    /// The whole memory with a message in it, or with a blank NDEF TLV.
    func memory(message: [UInt8], uid: [UInt8]) throws(TagTooSmall) -> [UInt8] {
        guard message.count <= capacity else { throw TagTooSmall(message: message.count, capacity: capacity) }
        var data = leadingTLV + Type2Memory.block(0x03, message)
        if data.count < chip.areaSize { data.append(0xFE) }
        return Type2Memory.bytes(
            uid: uid, container: [0xE1, 0x10, UInt8(clamping: chip.areaSize / 8), 0x00], data: data, size: pages * 4)
    }
}
