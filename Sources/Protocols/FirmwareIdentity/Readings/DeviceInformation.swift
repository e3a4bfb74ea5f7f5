public import Ground

/// A characteristic of the Device Information Service, in which an accessory describes itself.
///
/// All are optional, and most are constants of the build, so their values are claims. gate.md, section
/// 6.2.
public enum DeviceInformation: String, Hashable, Codable, Sendable, CaseIterable {
    case manufacturerName, modelNumber, serialNumber, hardwareRevision, firmwareRevision, softwareRevision
    case systemID, productID, certification

    public static let service: UInt16 = 0x180A

    public var uuid: UInt16 {
        switch self {
        case .manufacturerName: 0x2A29
        case .modelNumber: 0x2A24
        case .serialNumber: 0x2A25
        case .hardwareRevision: 0x2A27
        case .firmwareRevision: 0x2A26
        case .softwareRevision: 0x2A28
        case .systemID: 0x2A23
        case .productID: 0x2A50
        case .certification: 0x2A2A
        }
    }

    public init?(uuid: UInt16) {
        guard let field = Self.allCases.first(where: { $0.uuid == uuid }) else { return nil }
        self = field
    }

    /// Whether it may contain the application's version; vendors differ in which of the two does.
    public var mayNameVersion: Bool { self == .firmwareRevision || self == .softwareRevision }

    /// Decodes a value. Throws for text that is not UTF-8 and for numbers of the wrong length.
    public func read(_ bytes: [UInt8]) throws(Malformed) -> IdentityClaim {
        switch self {
        case .manufacturerName, .modelNumber, .serialNumber, .hardwareRevision, .firmwareRevision, .softwareRevision:
            return try text(bytes)
        case .systemID:
            var reader = ByteReader(bytes)
            let value = try reader.u64("a System ID")
            try reader.finish("a System ID")
            return .systemID(
                manufacturer: value & 0xFF_FFFF_FFFF, organization: UInt32(truncatingIfNeeded: value >> 40))
        case .productID:
            var reader = ByteReader(bytes)
            let source = try reader.u8("a PnP ID")
            let (vendor, product) = (try reader.u16("a PnP ID"), try reader.u16("a PnP ID"))
            let version = try reader.u16("a PnP ID")
            try reader.finish("a PnP ID")
            return .product(source: source, vendor: vendor, product: product, version: version)
        case .certification: return .raw(field: self)
        }
    }

    /// Decodes a text. Trailing zeros, which some firmware appends, are removed and counted; everything else is
    /// preserved.
    private func text(_ bytes: [UInt8]) throws(Malformed) -> IdentityClaim {
        let zeros = bytes.reversed().prefix { $0 == 0 }.count
        let kept = bytes.dropLast(zeros)
        guard let text = String(strictUTF8: kept) else {
            throw Malformed(at: Self.validPrefix(kept), "the text is no UTF-8")
        }
        return .text(field: self, text: text, zeros: zeros)
    }

    /// Returns the number of leading bytes that are valid UTF-8.
    private static func validPrefix(_ bytes: ArraySlice<UInt8>) -> Int {
        var (low, decoder, rest) = (0, UTF8(), bytes.makeIterator())
        while case .scalarValue(let scalar) = decoder.decode(&rest) { low += UTF8.width(scalar) }
        return low
    }
}
