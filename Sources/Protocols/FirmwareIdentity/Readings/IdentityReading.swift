public import Ground

/// A piece of information about an accessory's firmware, with the bytes it came from.
public struct IdentityReading: Hashable, Sendable {
    /// The source of a reading.
    public enum Source: String, Hashable, Codable, Sendable, CaseIterable {
        /// The Device Information Service, over GATT.
        case deviceInformation
        /// The management server, over Bluetooth.
        case management
        /// The management server, over the serial console.
        case managementConsole
        /// A vendor's own characteristic, named in the plan.
        case characteristic
        /// A line printed by the accessory.
        case console
        /// The rig, which wrote the firmware itself.
        case rig
    }

    public let source: Source
    public let claim: IdentityClaim
    /// The value, message or line as received; empty if nothing was.
    public let bytes: [UInt8]

    public init(_ source: Source, _ claim: IdentityClaim, bytes: [UInt8] = []) {
        (self.source, self.claim, self.bytes) = (source, claim, bytes)
    }

    /// Whether the reading contains information.
    public var tells: Bool { if case .nothing = claim { false } else { true } }
}

/// The content of a reading.
public enum IdentityClaim: Hashable, Codable, Sendable {
    /// A text from the Device Information Service, and the number of trailing zeros removed from it.
    case text(field: DeviceInformation, text: String, zeros: Int)
    case systemID(manufacturer: UInt64, organization: UInt32)
    /// The PnP ID. Source 1 is the Bluetooth SIG's company numbers, 2 is USB's.
    case product(source: UInt8, vendor: UInt16, product: UInt16, version: UInt16)
    /// A field that is kept as bytes and not interpreted.
    case raw(field: DeviceInformation)
    /// The images in the accessory's slots.
    case images(slots: [ImageSlot])
    /// The management server's information on system and application, in one text.
    case system(text: String)
    /// A version in a line.
    case version(text: String)
    /// A hash that the accessory reports for its running image, without the image's state.
    case imageHash(hash: ImageHash)
    /// The value of a vendor's own characteristic, as hexadecimal digits of its bytes.
    case shown(place: HashPlace, digits: String)
    /// A linker's build id, as hexadecimal digits.
    case buildID(digits: String)
    /// The rig wrote the file with this SHA-256 (hexadecimal digits), and has held the bench since.
    case flashed(sha256: String, isVerified: Bool)
    /// The source yielded no information.
    case nothing(gap: IdentityGap)
}

/// The reason why a source yielded no information.
public enum IdentityGap: Hashable, Codable, Sendable {
    /// The accessory has no such service or port.
    case absent
    /// The service lacks a required characteristic.
    case incomplete
    /// The accessory refused with this ATT error code.
    case refused(code: UInt8, field: DeviceInformation?)
    /// The management server refused.
    case error(error: SMPError)
    /// No answer arrived in time.
    case unanswered
    /// The answer was malformed.
    case malformed(fault: Malformed, field: DeviceInformation?)
    /// Only answers to other queries arrived, the last with this sequence number.
    case foreign(sequence: UInt8)
    /// The link was lost first, or the rig could not send the query.
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

    /// Encodes the bytes as hexadecimal digits.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(source, forKey: .source)
        try container.encode(claim, forKey: .claim)
        try container.encode(bytes.hex(separator: ""), forKey: .bytes)
    }
}

extension IdentityReading {
    /// Returns whether a line printed later makes an earlier one obsolete: both have the same kind of value, and one
    /// that a console line can have.
    public func supersedes(_ earlier: IdentityReading) -> Bool {
        switch (claim, earlier.claim) {
        case (.version, .version), (.imageHash, .imageHash), (.buildID, .buildID): true
        default: false
        }
    }
}
