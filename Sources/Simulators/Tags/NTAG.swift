import Ground

/// The three NTAG chips that most tags are made of, as they leave the factory (NFC fact sheet 2.2).
public enum NTAG: String, Hashable, CaseIterable, Sendable {
    case ntag213, ntag215, ntag216

    /// The identifier of a tag that was given none; 04 is the maker's number.
    public static let sampleUID: [UInt8] = [0x04, 0xA1, 0xB2, 0xC3, 0xD4, 0xE5, 0x80]

    /// How many pages of four bytes a reader can reach.
    public var pages: Int {
        switch self {
        case .ntag213: 45
        case .ntag215: 135
        case .ntag216: 231
        }
    }

    /// The byte of the capability container that gives the data area in units of eight bytes.
    var areaCode: UInt8 {
        switch self {
        case .ntag213: 0x12
        case .ntag215: 0x3E
        case .ntag216: 0x6D
        }
    }

    /// The answer to GET_VERSION.
    var version: [UInt8] {
        let size: UInt8 =
            switch self {
            case .ntag213: 0x0F
            case .ntag215: 0x11
            case .ntag216: 0x13
            }
        return [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, size, 0x03]
    }

    /// The lock control TLV that only the smallest chip carries; it locks bytes just behind the data area.
    private var leadingTLV: [UInt8] { self == .ntag213 ? [0x01, 0x03, 0xA0, 0x0C, 0x34] : [] }

    /// The longest message in bytes that fits into the chip's data area.
    public var capacity: Int {
        let room = Int(areaCode) * 8 - leadingTLV.count
        return room - 2 < 255 ? room - 2 : room - 4
    }

    /// The whole memory with a message in it, or with a blank NDEF TLV.
    func memory(message: [UInt8], uid: [UInt8]) throws(TagTooSmall) -> [UInt8] {
        precondition(uid.count == 7, "an NTAG has seven bytes of UID")
        guard message.count <= capacity else { throw TagTooSmall(message: message.count, capacity: capacity) }
        var memory = Array(uid[..<3]) + [0x88 ^ uid[0] ^ uid[1] ^ uid[2]]
        memory += uid[3...] + [uid[3] ^ uid[4] ^ uid[5] ^ uid[6], 0x48, 0x00, 0x00]
        memory += [0xE1, 0x10, areaCode, 0x00] + leadingTLV
        memory += message.count < 255 ? [0x03, UInt8(clamping: message.count)] : [0x03, 0xFF]
        if message.count >= 255 { memory.append(big: UInt16(clamping: message.count)) }
        memory += message
        if memory.count < 16 + Int(areaCode) * 8 { memory.append(0xFE) }
        return memory + [UInt8](repeating: 0, count: pages * 4 - memory.count)
    }
}
