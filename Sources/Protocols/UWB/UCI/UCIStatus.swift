import Ground

/// The status byte of a response or of a measurement (uwb.md 1.8).
public struct UCIStatus: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ok = UCIStatus(rawValue: 0x00)
    public static let rejected = UCIStatus(rawValue: 0x01)
    public static let failed = UCIStatus(rawValue: 0x02)
    public static let syntaxError = UCIStatus(rawValue: 0x03)
    public static let invalidParameter = UCIStatus(rawValue: 0x04)
    public static let unknownGroup = UCIStatus(rawValue: 0x07)
    public static let unknownOpcode = UCIStatus(rawValue: 0x08)
    public static let readOnly = UCIStatus(rawValue: 0x09)
    public static let commandRetry = UCIStatus(rawValue: 0x0A)
    public static let unknown = UCIStatus(rawValue: 0x0B)
    public static let sessionNotExist = UCIStatus(rawValue: 0x11)
    public static let sessionDuplicate = UCIStatus(rawValue: 0x12)
    public static let sessionActive = UCIStatus(rawValue: 0x13)
    public static let maximumSessionsExceeded = UCIStatus(rawValue: 0x14)
    public static let sessionNotConfigured = UCIStatus(rawValue: 0x15)
    /// A success with a negative distance, whose magnitude is transmitted. FiRa 2.x only.
    public static let okNegativeDistance = UCIStatus(rawValue: 0x1B)
    public static let rangingTxFailed = UCIStatus(rawValue: 0x20)
    public static let rangingRxTimeout = UCIStatus(rawValue: 0x21)

    /// Whether the status is either form of success.
    public var isSuccess: Bool { self == .ok || self == .okNegativeDistance }

    /// The standard's name; nil if the code has none.
    public var name: String? { rawValue < 0x20 ? nameOfCommandStatus : RangingFailure(rawValue: rawValue).name }

    private var nameOfCommandStatus: String? {
        switch rawValue {
        case 0x00: "OK"
        case 0x01: "REJECTED"
        case 0x02: "FAILED"
        case 0x03: "SYNTAX_ERROR"
        case 0x04: "INVALID_PARAM"
        case 0x05: "INVALID_RANGE"
        case 0x06: "INVALID_MESSAGE_SIZE"
        case 0x07: "UNKNOWN_GID"
        case 0x08: "UNKNOWN_OID"
        case 0x09: "READ_ONLY"
        case 0x0A: "COMMAND_RETRY"
        case 0x0B: "UNKNOWN"
        case 0x0C: "NOT_APPLICABLE"
        case 0x11: "SESSION_NOT_EXIST"
        case 0x12: "SESSION_DUPLICATE"
        case 0x13: "SESSION_ACTIVE"
        case 0x14: "MAX_SESSIONS_EXCEEDED"
        case 0x15: "SESSION_NOT_CONFIGURED"
        case 0x16: "ACTIVE_SESSIONS_ONGOING"
        case 0x17: "MULTICAST_LIST_FULL"
        case 0x18: "ADDRESS_NOT_FOUND"
        case 0x19: "ADDRESS_ALREADY_PRESENT"
        case 0x1A: "INITIATION_TIME_TOO_OLD"
        case 0x1B: "OK_NEGATIVE_DISTANCE_REPORT"
        default: nil
        }
    }
}

extension UCIStatus: CustomStringConvertible {
    /// The code with its name, for example `0x15 (SESSION_NOT_CONFIGURED)`.
    public var description: String { rawValue.hexadecimal + (name.map { " (\($0))" } ?? "") }
}
