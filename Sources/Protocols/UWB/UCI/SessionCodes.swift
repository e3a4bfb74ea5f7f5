import Ground

/// The state of the whole UWB subsystem (uwb.md 1.4).
public struct UCIDeviceState: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ready = UCIDeviceState(rawValue: 0x01)
    /// At least one session is ranging.
    public static let active = UCIDeviceState(rawValue: 0x02)
    public static let error = UCIDeviceState(rawValue: 0xFF)
}

extension UCIDeviceState: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ready: "READY"
        case .active: "ACTIVE"
        case .error: "ERROR"
        default: rawValue.hexadecimal
        }
    }
}

/// The state of one session (uwb.md 1.8).
public struct SessionState: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let initialized = SessionState(rawValue: 0x00)
    public static let deinitialized = SessionState(rawValue: 0x01)
    public static let active = SessionState(rawValue: 0x02)
    public static let idle = SessionState(rawValue: 0x03)
}

extension SessionState: CustomStringConvertible {
    public var description: String {
        switch self {
        case .initialized: "INIT"
        case .deinitialized: "DEINIT"
        case .active: "ACTIVE"
        case .idle: "IDLE"
        default: rawValue.hexadecimal
        }
    }
}

/// The purpose of a session; the rig uses only ranging.
public struct SessionType: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let ranging = SessionType(rawValue: 0x00)
}

/// The reason for a session's change of state (uwb.md 1.8).
public struct SessionReason: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let hostCommand = SessionReason(rawValue: 0x00)
    public static let maximumRetries = SessionReason(rawValue: 0x01)
    public static let maximumMeasurements = SessionReason(rawValue: 0x02)
    /// The peer stopped ranging over the air, which is a normal end.
    public static let stoppedByPeer = SessionReason(rawValue: 0x05)

    /// The code's meaning; nil if none is known.
    public var name: String? { rawValue < 0x28 ? nameOfChange : nameOfRefusal }

    private var nameOfChange: String? {
        switch rawValue {
        case 0x00: "by the host's command"
        case 0x01: "most ranging round retries reached"
        case 0x02: "most measurements reached"
        case 0x03: "suspended by the peer"
        case 0x04: "resumed by the peer"
        case 0x05: "stopped by the peer"
        case 0x1D: "bad UL-TDoA random window"
        case 0x1E: "frames per round not supported"
        case 0x1F: "inter-frame interval not supported"
        case 0x20: "slot length not supported"
        case 0x21: "too few slots per round"
        case 0x22: "MAC address mode not supported"
        case 0x23: "bad ranging interval"
        case 0x24: "bad STS configuration"
        case 0x25: "bad RFRAME configuration"
        default: nil
        }
    }

    private var nameOfRefusal: String? {
        switch rawValue {
        case 0x2A, 0x2B: "session key not found"
        case 0x2C: "bad preamble code"
        case 0x2D: "bad SFD"
        case 0x2E: "bad PSDU rate"
        case 0x2F: "bad PHR rate"
        case 0x30: "bad preamble duration"
        case 0x31: "bad STS length"
        case 0x32: "bad number of STS segments"
        case 0x33: "bad number of controlees"
        case 0x34: "longest reply time exceeded"
        case 0x35: "bad list of peer addresses"
        case 0x36: "bad sub-session id"
        case 0x37: "bad result report configuration"
        case 0x38: "bad ranging round control"
        case 0x39: "bad ranging round usage"
        case 0x3A: "bad multi-node mode"
        case 0x80: "channel cannot measure angles"
        case 0x81: "stopped for a conflict with another session"
        case 0xFF: "internal error"
        default: nil
        }
    }
}

extension SessionReason: CustomStringConvertible {
    /// The code with its meaning, for example `0x05 (stopped by the peer)`.
    public var description: String { rawValue.hexadecimal + (name.map { " (\($0))" } ?? "") }
}

extension SessionEnd {
    init(_ reason: SessionReason) {
        switch reason {
        case .hostCommand: self = .hostCommand
        case .stoppedByPeer: self = .stoppedByPeer
        case .maximumRetries, .maximumMeasurements: self = .limitReached("\(reason)")
        default: self = .trouble("\(reason)")
        }
    }
}

/// The identifier of a session in commands and notifications: its id on FiRa 1.x, the device's handle on FiRa 2.x.
public struct SessionToken: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// A device's FiRa generation. Generations differ in tokens, capability ids and some lengths.
public enum FiRaGeneration: Hashable, Sendable {
    /// FiRa 1.x: sessions are identified by their id.
    case fira1
    /// FiRa 2.x and later: sessions are identified by a handle from SESSION_INIT_RSP.
    case fira2
}
