import Ground

/// The id of an application configuration parameter (uwb.md 2).
///
/// One byte on the wire; the vendor ranges 0xE0, 0xE1 and 0xE2 have a second byte, represented here as 0xE0xx.
public struct AppConfigurationID: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let deviceType = AppConfigurationID(rawValue: 0x00)
    public static let rangingRoundUsage = AppConfigurationID(rawValue: 0x01)
    public static let stsConfig = AppConfigurationID(rawValue: 0x02)
    public static let multiNodeMode = AppConfigurationID(rawValue: 0x03)
    public static let channelNumber = AppConfigurationID(rawValue: 0x04)
    public static let numberOfControlees = AppConfigurationID(rawValue: 0x05)
    public static let deviceMACAddress = AppConfigurationID(rawValue: 0x06)
    public static let destinationMACAddress = AppConfigurationID(rawValue: 0x07)
    public static let slotDuration = AppConfigurationID(rawValue: 0x08)
    public static let rangingDuration = AppConfigurationID(rawValue: 0x09)
    public static let rangingRoundControl = AppConfigurationID(rawValue: 0x0C)
    public static let sessionInfoNotification = AppConfigurationID(rawValue: 0x0E)
    public static let proximityNear = AppConfigurationID(rawValue: 0x0F)
    public static let proximityFar = AppConfigurationID(rawValue: 0x10)
    public static let deviceRole = AppConfigurationID(rawValue: 0x11)
    public static let rframeConfig = AppConfigurationID(rawValue: 0x12)
    public static let preambleCodeIndex = AppConfigurationID(rawValue: 0x14)
    public static let sfdID = AppConfigurationID(rawValue: 0x15)
    public static let slotsPerRound = AppConfigurationID(rawValue: 0x1B)
    public static let scheduleMode = AppConfigurationID(rawValue: 0x22)
    public static let macAddressMode = AppConfigurationID(rawValue: 0x26)
    public static let vendorID = AppConfigurationID(rawValue: 0x27)
    public static let staticSTSIV = AppConfigurationID(rawValue: 0x28)
    public static let initiationTime = AppConfigurationID(rawValue: 0x2B)
    public static let hoppingMode = AppConfigurationID(rawValue: 0x2C)
    public static let blockStrideLength = AppConfigurationID(rawValue: 0x2D)
    public static let stsLength = AppConfigurationID(rawValue: 0x35)

    /// The parameters that Qorvo's firmware requires before a session may start (uwb.md 2.1).
    public static let mandatory: [AppConfigurationID] = [
        .deviceType, .deviceRole, .multiNodeMode, .rangingRoundUsage, .deviceMACAddress, .destinationMACAddress,
        .channelNumber, .stsConfig, .rframeConfig, .scheduleMode, .preambleCodeIndex, .sfdID, .slotDuration,
        .rangingDuration, .slotsPerRound,
    ]

    /// The parameters that may be set during ranging (uwb.md 2.1).
    public static let settableWhileActive: [AppConfigurationID] = [
        .rangingDuration, .sessionInfoNotification, .proximityNear, .proximityFar, .blockStrideLength,
    ]

    /// Whether the id takes two bytes on the wire.
    var isWide: Bool { rawValue > 0xFF }

    init(reading reader: inout ByteReader) throws(Malformed) {
        let first = try reader.u8("the parameter's id")
        if (0xE0...0xE2).contains(first) {
            let second = try reader.u8("the second byte of the vendor parameter's id")
            self.init(rawValue: UInt16(first) << 8 | UInt16(second))
        } else {
            self.init(rawValue: UInt16(first))
        }
    }

    func encode(into bytes: inout [UInt8]) {
        if isWide { bytes.append(UInt8(truncatingIfNeeded: rawValue >> 8)) }
        bytes.append(UInt8(truncatingIfNeeded: rawValue))  // the low byte on purpose
    }

    /// Returns whether FiRa and the DWM3001CDK allow the value's length and, for parameters with few legal values,
    /// its content.
    ///
    /// Ids that are not in the fact sheet allow any value; a real board's reaction to them is unverified.
    func allows(_ value: [UInt8], generation: FiRaGeneration) -> Bool {
        guard allowsLength(value.count, generation: generation) else { return false }
        guard value.count == 1, let first = value.first else { return true }
        return switch self {
        case .deviceType, .scheduleMode, .multiNodeMode, .stsLength: first <= 2
        case .rangingRoundUsage: first <= 9
        case .stsConfig, .sfdID: first <= 4
        case .channelNumber: [5, 9].contains(first)
        case .numberOfControlees: (1...8).contains(first)
        case .deviceRole: first <= 8
        case .rframeConfig: [0, 1, 3].contains(first)
        case .preambleCodeIndex: (9...12).contains(first) || (24...32).contains(first)
        case .slotsPerRound: first >= 1
        case .macAddressMode: first == 0
        case .hoppingMode: first <= 1
        default: true
        }
    }

    private func allowsLength(_ count: Int, generation: FiRaGeneration) -> Bool {
        switch rawValue {
        case 0x06: count == 2 || count == 8
        case 0x07: count > 0 && count % 2 == 0
        case 0x08, 0x0F, 0x10, 0x20, 0x27, 0x2A, 0x32, 0x3B: count == 2
        case 0x09, 0x0A, 0x30, 0x33, 0x34: count == 4
        case 0x1D: count == 8
        case 0x28: count == 6
        case 0x2B: count == (generation == .fira1 ? 4 : 8)
        case 0x45, 0x46: count == 16 || count == 32
        case 0x48: count == 9
        case 0x37...0x39, 0x3D...0x44, 0x49: true
        case 0x00...0x4C: count == 1
        default: true
        }
    }
}

extension AppConfigurationID: CustomStringConvertible {
    public var description: String {
        isWide ? rawValue.hexadecimal : UInt8(truncatingIfNeeded: rawValue).hexadecimal
    }
}
