import Ground

/// The device's response to a command; a refusal may consist of the status alone (uwb.md 1.2).
public enum UCIResponse: Hashable, Sendable {
    case deviceReset(UCIStatus)
    case deviceInfo(UCIStatus, DeviceInfo?)
    case capabilities(UCIStatus, UCICapabilities)
    /// The refused ids, each with its reason.
    case setConfig(UCIStatus, [RefusedParameter<UInt8>])
    case config(UCIStatus, [CoreParameter])
    /// Microseconds.
    case timestamp(UCIStatus, UInt64?)
    /// The handle is present on FiRa 2.x only.
    case sessionInit(UCIStatus, handle: SessionToken?)
    case sessionDeinit(UCIStatus)
    case setAppConfig(UCIStatus, [RefusedParameter<AppConfigurationID>])
    case appConfig(UCIStatus, AppConfiguration)
    case sessionCount(UCIStatus, UInt8?)
    case sessionState(UCIStatus, SessionState?)
    /// The list is present in version 2 only.
    case updateMulticastList(UCIStatus, [ControleeStatus]?)
    case start(UCIStatus)
    case stop(UCIStatus)
    case rangingCount(UCIStatus, UInt32?)
    /// A refusal of any command, with its status alone.
    case refusal(UCIKind, UCIStatus)
    case other(UCIKind, payload: [UInt8])

    public var kind: UCIKind {
        switch self {
        case .deviceReset: .deviceReset
        case .deviceInfo: .getDeviceInfo
        case .capabilities: .getCapabilities
        case .setConfig: .setConfig
        case .config: .getConfig
        case .timestamp: .queryTimestamp
        case .sessionInit: .sessionInit
        case .sessionDeinit: .sessionDeinit
        case .setAppConfig: .setAppConfig
        case .appConfig: .getAppConfig
        case .sessionCount: .getSessionCount
        case .sessionState: .getSessionState
        case .updateMulticastList: .updateMulticastList
        case .start: .start
        case .stop: .stop
        case .rangingCount: .getRangingCount
        case .refusal(let kind, _), .other(let kind, _): kind
        }
    }

    /// The status; nil for an unknown response without any bytes.
    public var status: UCIStatus? {
        switch self {
        case .deviceReset(let status), .deviceInfo(let status, _), .capabilities(let status, _),
            .setConfig(let status, _), .config(let status, _), .timestamp(let status, _), .sessionInit(let status, _),
            .sessionDeinit(let status), .setAppConfig(let status, _), .appConfig(let status, _),
            .sessionCount(let status, _), .sessionState(let status, _), .updateMulticastList(let status, _),
            .start(let status), .stop(let status), .rangingCount(let status, _), .refusal(_, let status):
            status
        case .other(_, let payload): payload.first.map(UCIStatus.init)
        }
    }

    public var packet: UCIPacket {
        UCIPacket(type: .response, group: kind.group, opcode: kind.opcode, payload: payload)
    }

    private var payload: [UInt8] {
        if case .other(_, let payload) = self { return payload }
        var bytes = [status?.rawValue ?? 0]
        switch self {
        case .deviceReset, .sessionDeinit, .start, .stop, .refusal, .other: break
        case .deviceInfo(_, let info): info?.encode(into: &bytes)
        case .capabilities(_, let capabilities): CoreParameter.encode(capabilities.list, into: &bytes)
        case .setConfig(_, let refused):
            bytes.append(UInt8(clamping: refused.count))
            for parameter in refused.prefix(255) { bytes += [parameter.id, parameter.status.rawValue] }
        case .config(_, let list): CoreParameter.encode(list, into: &bytes)
        case .timestamp(_, let time): if let time { bytes.append64(time) }
        case .sessionInit(_, let handle): if let handle { bytes.append32(handle.rawValue) }
        case .setAppConfig(_, let refused):
            bytes.append(UInt8(clamping: refused.count))
            for parameter in refused.prefix(255) {
                parameter.id.encode(into: &bytes)
                bytes.append(parameter.status.rawValue)
            }
        case .appConfig(_, let configuration): configuration.encode(into: &bytes)
        case .sessionCount(_, let count): if let count { bytes.append(count) }
        case .sessionState(_, let state): if let state { bytes.append(state.rawValue) }
        case .updateMulticastList(_, let list):
            guard let list else { break }
            bytes.append(UInt8(clamping: list.count))
            for controlee in list.prefix(255) {
                bytes.append16(controlee.address.rawValue)
                bytes.append(controlee.status.rawValue)
            }
        case .rangingCount(_, let count): if let count { bytes.append32(count) }
        }
        return bytes
    }
}

/// A refused parameter and the reason.
public struct RefusedParameter<ID: Hashable & Sendable>: Hashable, Sendable {
    public let id: ID
    public let status: UCIStatus

    public init(id: ID, status: UCIStatus) {
        self.id = id
        self.status = status
    }
}
