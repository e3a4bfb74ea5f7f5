/// A session as a device keeps it.
struct DeviceSession: Sendable {
    let id: UInt32
    let token: SessionToken
    var state = SessionState.initialized
    var configuration = AppConfiguration()
    /// Of the next round since the last start.
    var sequenceNumber: UInt32 = 0
    /// Rounds with at least one distance, since the last start.
    var rangingCount: UInt32 = 0

    /// The most parameters that a session keeps; more are refused.
    static let maximumParameters = 128

    var isSufficient: Bool { AppConfigurationID.mandatory.allSatisfy { configuration[$0] != nil } }

    /// What to range with; nil for what this device cannot do.
    var parameters: RangingParameters? {
        guard let parameters = RangingParameters(sessionID: id, configuration: configuration),
            parameters.fitsInterval
        else { return nil }
        return parameters
    }

    /// SESSION_INFO_NTF_CONFIG: 0 turns the notifications off; conditions count as always.
    var isReporting: Bool { configuration[.sessionInfoNotification] != [0] }
}
