public import Ground

/// How an app on a screen behaves; the defaults are what Apple's talk asks for.
public struct ScreenPolicy: Hashable, Sendable {
    public enum Reconnection: String, Hashable, Codable, Sendable {
        /// A new connection to the same endpoint behind ECONNABORTED, and behind nothing else.
        case afterAbort
        case afterAnyFailure
        case never
    }

    public var reconnection: Reconnection
    /// With what the picker is made.
    public var parameters: ServiceParameters
    /// With what connections are made; the same ones unless somebody made a mistake.
    public var connectionParameters: ServiceParameters
    /// How long an invitation may go unanswered; nil for without end.
    public var invitationLimit: Span?
    /// How long a connection may wait and prepare; nil for without end, as the system itself has no limit.
    public var preparationLimit: Span?
    public var longestFrame: Int

    public init(
        reconnection: Reconnection = .afterAbort, parameters: ServiceParameters = .standard,
        connectionParameters: ServiceParameters? = nil, invitationLimit: Span? = .seconds(60),
        preparationLimit: Span? = nil, longestFrame: Int = ServiceFramer.defaultLongest
    ) {
        self.reconnection = reconnection
        self.parameters = parameters
        self.connectionParameters = connectionParameters ?? parameters
        self.invitationLimit = invitationLimit
        self.preparationLimit = preparationLimit
        self.longestFrame = longestFrame
    }
}

/// What comes to a screen: from its user and its app, or from the network.
public enum ScreenInput: Hashable, Sendable {
    case picker(DevicePicker.Input)
    /// Opens a connection to an endpoint.
    case connect(ServiceEndpoint)
    /// The same with other parameters than the policy's.
    case connectWith(ServiceParameters, ServiceEndpoint)
    /// Gives up the current connection.
    case cancel
    case send(ServiceFrame)
    /// Bytes that need not be frames.
    case sendBytes([UInt8])
    /// Our own network went or came.
    case path(isUp: Bool)
    /// A transport is up, TLS included.
    case opened(TransportID)
    case received(TransportID, [UInt8])
    case ended(TransportID, TransportEnd)
    case timePasses
}

/// What a screen wants done, or tells.
public enum ScreenEffect: Hashable, Sendable {
    /// Open a transport to the agent of this name, wherever it is now.
    case open(TransportID, device: String)
    case send(TransportID, [UInt8])
    case close(TransportID, TransportClose)
    case offered([CompanionDevice])
    /// The system asks at the device.
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
