public import Ground

/// The behaviour of an app on a screen; the defaults follow Apple's talk.
public struct ScreenPolicy: Hashable, Sendable {
    public enum Reconnection: String, Hashable, Codable, Sendable {
        /// Reconnect to the same endpoint after ECONNABORTED, and after nothing else.
        case afterAbort
        case afterAnyFailure
        case never
    }

    public var reconnection: Reconnection
    /// The parameters of the picker.
    public var parameters: ServiceParameters
    /// The parameters of connections; they differ from the picker's only if the app has a bug.
    public var connectionParameters: ServiceParameters
    /// The time limit for an answer to an invitation; nil for none.
    public var invitationLimit: Lapse?
    /// The time limit for a connection that is waiting or preparing; nil for none, as in the system itself.
    public var preparationLimit: Lapse?
    public var longestFrame: Int

    public init(
        reconnection: Reconnection = .afterAbort, parameters: ServiceParameters = .standard,
        connectionParameters: ServiceParameters? = nil, invitationLimit: Lapse? = .seconds(60),
        preparationLimit: Lapse? = nil, longestFrame: Int = ServiceFramer.defaultLongest
    ) {
        self.reconnection = reconnection
        self.parameters = parameters
        self.connectionParameters = connectionParameters ?? parameters
        self.invitationLimit = invitationLimit
        self.preparationLimit = preparationLimit
        self.longestFrame = longestFrame
    }
}

/// An input of a screen: from its user, its app or the network.
public enum ScreenInput: Hashable, Sendable {
    case picker(DevicePicker.Input)
    /// Opens a connection to an endpoint.
    case connect(ServiceEndpoint)
    /// Opens a connection with other parameters than the policy's.
    case connectWith(ServiceParameters, ServiceEndpoint)
    /// Cancels the current connection.
    case cancel
    case send(ServiceFrame)
    /// Bytes that need not form frames.
    case sendBytes([UInt8])
    /// The local network went down or came up.
    case path(isUp: Bool)
    /// A transport is up, including TLS.
    case opened(TransportID)
    case received(TransportID, [UInt8])
    case ended(TransportID, TransportEnd)
    case timePasses
}

/// An output of a screen.
public enum ScreenEffect: Hashable, Sendable {
    /// Open a transport to the agent with this name, at its current address.
    case open(TransportID, device: String)
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    case offered([CompanionDevice])
    /// The system is asking the person at the device.
    case prompting
    case picked(ServiceEndpoint)
    case pickerEnded(PickerEnd)
    case transition(ServiceTransition)
    case hello(ServiceObject)
    case parked(ServiceObject)
    case frame(ServiceObject, ServiceFrame)
    case unsent(ServiceFrame)
    case finding(Finding)
}
