public import Ground

/// One thing that was learnt of an accessory's firmware, with the bytes that told it.
public struct IdentityReading: Hashable, Sendable {
    /// Where a reading comes from.
    public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
        /// The Device Information Service, over GATT.
        case deviceInformation
        /// The management server, over Bluetooth.
        case management
        /// The management server, over the serial console.
        case managementConsole
        /// A characteristic of the maker's own, which the plan names.
        case characteristic
        /// A line that the accessory printed.
        case console
        /// The rig, which wrote the firmware itself.
        case rig
    }

    public let source: Source
    public let claim: IdentityClaim
    /// The value, message or line as it came; empty where nothing came.
    public let bytes: [UInt8]

    public init(_ source: Source, _ claim: IdentityClaim, bytes: [UInt8] = []) {
        (self.source, self.claim, self.bytes) = (source, claim, bytes)
    }

    /// Whether anything was learnt.
    public var tells: Bool { if case .nothing = claim { false } else { true } }
}

/// What a reading says.
public enum IdentityClaim: Hashable, Codable, Sendable {
    /// A text of the Device Information Service, without the zeros at its end, which are counted.
    case text(field: DeviceInformation, text: String, zeros: Int)
    case systemID(manufacturer: UInt64, organization: UInt32)
    /// The PnP ID: source 1 is the Bluetooth SIG's company numbers, 2 is USB's.
    case product(source: UInt8, vendor: UInt16, product: UInt16, version: UInt16)
    /// A field whose bytes are kept, and not understood.
    case raw(field: DeviceInformation)
    /// The images in the accessory's slots.
    case images(slots: [ImageSlot])
    /// What the management server tells of system and application, in one text.
    case system(text: String)
    /// A version in a line.
    case version(text: String)
    /// A hash that the accessory names as its running image's, without its state.
    case imageHash(hash: ImageHash)
    /// What a characteristic of the maker's own holds, as hexadecimal digits of its bytes.
    case shown(place: HashPlace, digits: String)
    /// A linker's build id, as hexadecimal digits.
    case buildID(digits: String)
    /// The rig wrote the file with this SHA-256 (hexadecimal digits), and has held the bench since.
    case flashed(sha256: String, isVerified: Bool)
    /// Nothing was learnt there.
    case nothing(gap: IdentityGap)
}

/// Why nothing was learnt from a source.
public enum IdentityGap: Hashable, Codable, Sendable {
    /// The accessory has no such service or port.
    case absent
    /// The service lacks the characteristic that it needs.
    case incomplete
    /// The accessory refused: the ATT error's code.
    case refused(code: UInt8, field: DeviceInformation?)
    /// The management server refused.
    case error(error: SMPError)
    /// No answer came in time.
    case unanswered
    /// What came cannot be read.
    case malformed(fault: Malformed, field: DeviceInformation?)
    /// Only answers to other questions came, with this sequence number last.
    case foreign(sequence: UInt8)
    /// The link went first, or the rig could not ask.
    case interrupted
}

extension IdentityReading: Codable {
    private enum CodingKeys: CodingKey { case source, claim, bytes }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        source = try container.decode(Source.self, forKey: .source)
        claim = try container.decode(IdentityClaim.self, forKey: .claim)
        let text = try container.decode(String.self, forKey: .bytes)
        guard let bytes = [UInt8](hex: text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .bytes, in: container, debugDescription: "no hexadecimal digits: \(text.shown())")
        }
        self.bytes = bytes
    }

    /// The bytes as hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(claim, forKey: .claim)
        try container.encode(bytes.hex(separator: ""), forKey: .bytes)
    }
}
