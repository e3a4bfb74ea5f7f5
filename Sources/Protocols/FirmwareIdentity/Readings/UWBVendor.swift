public import Ground

/// What the makers of UWB parts put behind the standard fields of CORE_GET_DEVICE_INFO's answer.
///
/// It names the firmware of the UWB part alone. Sheet gate.md, section 6.5.
public enum UWBVendor: String, Hashable, Codable, Sendable, CaseIterable {
    /// TLVs, which `NXPDeviceInformation` reads.
    case nxp
    /// Versions, chip and device id at offsets that are not published: compared whole.
    case qorvo
    case other

    /// A reading of the vendor's bytes: whoever the maker is, equal bytes mean equal firmware.
    public func reading(_ bytes: [UInt8]) -> IdentityReading {
        IdentityReading(.uwb, .fingerprint(vendor: self), bytes: bytes)
    }
}

/// The vendor's part of an NXP SR1xx or SR2xx: entries of id, length, value, one byte each for the first two.
///
/// Source: NXP's UWB IoT middleware, by sheet gate.md, section 6.5; nothing of it was tried against a part.
public struct NXPDeviceInformation: Hashable, Sendable {
    public struct Entry: Hashable, Sendable {
        public let id: UInt8
        public let value: [UInt8]
    }

    /// All entries in their order, those of unknown ids too.
    public let entries: [Entry]

    public init(decoding bytes: [UInt8]) throws(Malformed) {
        var reader = ByteReader(bytes)
        var entries: [Entry] = []
        while !reader.isAtEnd {
            let place = reader.offset
            let id = try reader.u8("an entry's id")
            let length = Int(try reader.u8("an entry's length"))
            guard reader.remaining >= length else {
                throw Malformed(
                    at: place + 1,
                    "entry \(id.hexadecimal) has \(length) bytes, and \(reader.remaining) are left")
            }
            if let wanted = Self.lengths[id], wanted != length {
                throw Malformed(at: place + 1, "entry \(id.hexadecimal) has \(wanted) bytes, not \(length)")
            }
            entries.append(Entry(id: id, value: try reader.take(length, "an entry")))
        }
        self.entries = entries
    }

    /// The lengths of the entries that identify; those of the rest vary, or are not known.
    private static let lengths: KeyValuePairs<UInt8, Int> = [0x01: 3, 0x02: 3, 0x03: 16, 0x62: 17]

    private subscript(id: UInt8) -> [UInt8]? { entries.first { $0.id == id }?.value }

    public var deviceName: String? { self[0x00].flatMap { String(strictUTF8: $0) } }
    /// `47.5.1`: major, minor, release candidate.
    public var firmware: String? { self[0x01].map(Self.dotted) }
    public var vendorUCI: String? { self[0x02].map(Self.dotted) }
    public var chipID: [UInt8]? { self[0x03] }
    /// 17 bytes whose meaning is not published: probably 16 digits and a zero.
    public var gitHash: [UInt8]? { self[0x62] }

    private static func dotted(_ bytes: [UInt8]) -> String { bytes.map { String($0) }.joined(separator: ".") }
}

extension KeyValuePairs<UInt8, Int> {
    fileprivate subscript(id: UInt8) -> Int? { first { $0.key == id }?.value }
}
