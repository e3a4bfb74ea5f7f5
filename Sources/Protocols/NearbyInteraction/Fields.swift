import Ground

/// The version of the UWB configuration in either blob.
public struct UWBVersion: Hashable, Codable, Sendable {
    public let major: UInt16
    public let minor: UInt16

    public init(major: UInt16, minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    public static let v10 = UWBVersion(major: 1, minor: 0)
    public static let v11 = UWBVersion(major: 1, minor: 1)
    public static let v20 = UWBVersion(major: 2, minor: 0)

    /// The versions with a known layout, oldest first.
    public static let known = [v10, v11, v20]

    /// The newest known version up to this one; nil for versions below 1.0.
    var nearestKnown: UWBVersion? { Self.known.last { $0 <= self } }
}

extension UWBVersion: Comparable {
    public static func < (lhs: UWBVersion, rhs: UWBVersion) -> Bool {
        (lhs.major, lhs.minor) < (rhs.major, rhs.minor)
    }
}

extension UWBVersion: CustomStringConvertible {
    public var description: String { "\(major).\(minor)" }
}

/// The role of the accessory in ranging; the phone takes the opposite one.
public struct RangingRole: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The accessory is controlee and responder.
    public static let responder = RangingRole(rawValue: 0)
    /// The accessory is controller and initiator.
    public static let initiator = RangingRole(rawValue: 1)
}

extension RangingRole: CustomStringConvertible {
    public var description: String {
        switch self {
        case .responder: "controlee and responder"
        case .initiator: "controller and initiator"
        default: "unknown role \(rawValue)"
        }
    }
}

/// The accessory's preferred ranging rate.
public struct UpdateRate: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let automatic = UpdateRate(rawValue: 0)
    /// About 1.3 times a second.
    public static let infrequent = UpdateRate(rawValue: 10)
    /// About 5.5 times a second.
    public static let userInteractive = UpdateRate(rawValue: 20)
}

/// A short FiRa MAC address, little-endian on the wire.
public struct ShortAddress: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Whether the address is neither 0x0000 nor 0xFFFF, the broadcast address.
    public var isUsable: Bool { rawValue != 0 && rawValue != 0xFFFF }
}

extension ShortAddress: CustomStringConvertible {
    public var description: String { rawValue.hexadecimal }
}

/// The six bytes from which both sides derive the static scrambled timestamp sequence, in the blob's order.
public struct StaticSTSInitialization: Hashable, Codable, Sendable {
    public let bytes: [UInt8]

    /// Returns nil unless there are exactly six bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == 6 else { return nil }
        self.bytes = bytes
    }

    init(random generator: inout SeededGenerator) { bytes = generator.bytes(6) }
    init(reading reader: inout ByteReader) throws(Malformed) { bytes = try reader.take(6, "the static STS IV") }
}

/// Returns the problems with slots and interval, which both blobs contain; offsets are those of the fields.
func timingFindings(
    slots: (UInt16, at: Int), slotDuration: (UInt16, at: Int), interval: (UInt16, at: Int)
) -> [Finding] {
    var findings: [Finding] = []
    if slots.0 < 6 {
        findings.append(
            Finding(
                "configuration.timing", .fault, "\(slots.0) slots per round, at least 6 are needed", offset: slots.at))
    }
    if slotDuration.0 < 2400 || slotDuration.0 % 1200 != 0 {
        let meaning = "slot duration \(slotDuration.0) RSTU, it must be a multiple of 1200 and at least 2400"
        findings.append(Finding("configuration.timing", .fault, meaning, offset: slotDuration.at))
    }
    let round = UInt64(slots.0) * UInt64(slotDuration.0)
    if UInt64(interval.0) * 1200 < round {
        let meaning = "ranging interval \(interval.0) ms is shorter than one round of \(round) RSTU (1200 are 1 ms)"
        findings.append(Finding("configuration.timing", .fault, meaning, offset: interval.at))
    }
    return findings
}
