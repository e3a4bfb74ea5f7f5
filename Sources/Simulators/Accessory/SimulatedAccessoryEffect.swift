public import Ground
public import UCI

/// What a simulated accessory does.
public enum SimulatedAccessoryEffect: Hashable, Sendable {
    /// One ATT PDU for the phone.
    case frame([UInt8])
    /// It ends the link as the protocol wants it.
    case hangUp
    /// Its radio goes silent without a word: the phone notices when the supervision timeout is over.
    case loseLink
    /// It begins to advertise, or advertises something else from now on.
    case advertise(AdvertisedContent)
    case stopAdvertising
    /// It asks for security by itself, with SMP's Security Request.
    case requestSecurity
    case requestParameters(RequestedParameters)
    /// These sessions range from now on, and no others of it.
    case range([RangingParameters])
    /// It ends a session over UWB itself, which the other side hears as far as it hears such things.
    case endRanging(session: UInt32)
    /// One line on its serial console, without the end of line.
    case console(String)
}

/// What an accessory tells everyone while it can be connected to.
public struct AdvertisedContent: Hashable, Sendable {
    /// The complete local name, in the scan response; nil for none.
    public var name: String?
    /// Service UUIDs as text, 36 characters each, in the advertisement itself.
    public var services: [String]
    /// From one advertisement to the next.
    public var interval: Span

    public init(name: String?, services: [String], interval: Span = .milliseconds(200)) {
        self.name = name
        self.services = services
        self.interval = interval
    }
}

/// The connection parameters that an accessory asks the phone for.
public struct RequestedParameters: Hashable, Sendable {
    public var minimumInterval: Span
    public var maximumInterval: Span
    /// How many connection events it may leave out.
    public var latency: UInt16
    public var supervisionTimeout: Span

    public init(minimumInterval: Span, maximumInterval: Span, latency: UInt16, supervisionTimeout: Span) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}
