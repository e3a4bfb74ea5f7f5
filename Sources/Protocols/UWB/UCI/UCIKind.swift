import Ground

/// The group and opcode of a message, which a command and its response share.
public struct UCIKind: Hashable, Sendable {
    public let group: GroupIdentifier
    public let opcode: UInt8

    public init(_ group: GroupIdentifier, _ opcode: UInt8) {
        self.group = group
        self.opcode = opcode
    }

    public static let deviceReset = UCIKind(.core, 0)
    public static let deviceStatus = UCIKind(.core, 1)
    public static let getDeviceInfo = UCIKind(.core, 2)
    public static let getCapabilities = UCIKind(.core, 3)
    public static let setConfig = UCIKind(.core, 4)
    public static let getConfig = UCIKind(.core, 5)
    public static let genericError = UCIKind(.core, 7)
    public static let queryTimestamp = UCIKind(.core, 8)
    public static let sessionInit = UCIKind(.sessionConfig, 0)
    public static let sessionDeinit = UCIKind(.sessionConfig, 1)
    public static let sessionStatus = UCIKind(.sessionConfig, 2)
    public static let setAppConfig = UCIKind(.sessionConfig, 3)
    public static let getAppConfig = UCIKind(.sessionConfig, 4)
    public static let getSessionCount = UCIKind(.sessionConfig, 5)
    public static let getSessionState = UCIKind(.sessionConfig, 6)
    public static let updateMulticastList = UCIKind(.sessionConfig, 7)
    public static let start = UCIKind(.sessionControl, 0)
    /// The notification that shares its numbers with the command that starts ranging.
    public static let sessionInfo = UCIKind(.sessionControl, 0)
    public static let stop = UCIKind(.sessionControl, 1)
    public static let getRangingCount = UCIKind(.sessionControl, 3)

    /// The command's name in the standard; nil if none is known.
    public var name: String? {
        switch self {
        case .deviceReset: "CORE_DEVICE_RESET"
        case .getDeviceInfo: "CORE_GET_DEVICE_INFO"
        case .getCapabilities: "CORE_GET_CAPS_INFO"
        case .setConfig: "CORE_SET_CONFIG"
        case .getConfig: "CORE_GET_CONFIG"
        case .queryTimestamp: "CORE_QUERY_UWBS_TIMESTAMP"
        case .sessionInit: "SESSION_INIT"
        case .sessionDeinit: "SESSION_DEINIT"
        case .setAppConfig: "SESSION_SET_APP_CONFIG"
        case .getAppConfig: "SESSION_GET_APP_CONFIG"
        case .getSessionCount: "SESSION_GET_COUNT"
        case .getSessionState: "SESSION_GET_STATE"
        case .updateMulticastList: "SESSION_UPDATE_CONTROLLER_MULTICAST_LIST"
        case .start: "RANGE_START"
        case .stop: "RANGE_STOP"
        case .getRangingCount: "GET_RANGING_COUNT"
        default: nil
        }
    }
}

extension UCIKind: CustomStringConvertible {
    public var description: String {
        name ?? "message of group \(group.rawValue.hexadecimal) and opcode \(opcode.hexadecimal)"
    }
}
