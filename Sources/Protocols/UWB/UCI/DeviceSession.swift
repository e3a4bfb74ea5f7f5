/// A session on the device's side.
struct DeviceSession: Sendable {
    let id: UInt32
    let token: SessionToken
    var state = SessionState.initialized
    var configuration = AppConfiguration()
    /// The sequence number of the next round since the last start.
    var sequenceNumber: UInt32 = 0
    /// The number of rounds with at least one distance since the last start.
    var rangingCount: UInt32 = 0

    /// The maximum number of parameters a session stores; further ones are refused.
    static let maximumParameters = 128

    var isSufficient: Bool { AppConfigurationID.mandatory.allSatisfy { configuration[$0] != nil } }

    /// The parameters for ranging; nil if this device does not support them.
    var parameters: RangingParameters? {
        guard let parameters = RangingParameters(sessionID: id, configuration: configuration),
            parameters.fitsInterval
        else { return nil }
        return parameters
    }

    /// Whether SESSION_INFO_NTF_CONFIG enables notifications: 0 disables them, and the conditional values count as
    /// always.
    var isReporting: Bool { configuration[.sessionInfoNotification] != [0] }
}
