public import Ground
public import UWB

/// An effect of a simulated accessory.
public enum SimulatedAccessoryEffect: Hashable, Sendable {
    /// An ATT PDU for the phone.
    case frame([UInt8])
    /// It ends the link according to the protocol.
    case hangUp
    /// Its radio goes silent without notice: the phone notices after the supervision timeout.
    case loseLink
    /// It begins to advertise, or changes its advertisement.
    case advertise(AdvertisedContent)
    case stopAdvertising
    /// It requests security by itself, with SMP's Security Request.
    case requestSecurity
    case requestParameters(RequestedParameters)
    /// These sessions of the accessory range from now on, and no others.
    case range([RangingParameters])
    /// It ends a session over UWB itself, which the other side notices to the extent it supports that.
    case endRanging(session: UInt32)
    /// A line on its serial console, without the end of line.
    case console(String)
}

/// An accessory's advertisement while it is connectable.
public struct AdvertisedContent: Hashable, Sendable {
    /// The complete local name, in the scan response; nil for none.
    public var name: String?
    /// Service UUIDs as text, 36 characters each, in the advertisement itself.
    public var services: [String]
    /// The time from one advertisement to the next.
    public var interval: Lapse

    public init(name: String?, services: [String], interval: Lapse = .milliseconds(200)) {
        self.name = name
        self.services = services
        self.interval = interval
    }
}

/// The connection parameters that an accessory requests from the phone.
public struct RequestedParameters: Hashable, Sendable {
    public var minimumInterval: Lapse
    public var maximumInterval: Lapse
    /// The number of connection events it may skip.
    public var latency: UInt16
    public var supervisionTimeout: Lapse

    public init(minimumInterval: Lapse, maximumInterval: Lapse, latency: UInt16, supervisionTimeout: Lapse) {
        self.minimumInterval = minimumInterval
        self.maximumInterval = maximumInterval
        self.latency = latency
        self.supervisionTimeout = supervisionTimeout
    }
}
