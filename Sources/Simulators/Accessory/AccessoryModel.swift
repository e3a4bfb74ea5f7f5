public import Ground
public import NearbyInteraction

/// What a simulated accessory is like.
public struct AccessoryModel: Hashable, Sendable {
    public var profile: DataChannelProfile
    public var role: RangingRole
    public var version: UWBVersion
    /// The complete local name that it advertises.
    public var advertisedName: String
    /// The largest ATT_MTU that it accepts.
    public var ownMTU: UInt16
    /// From a message of the phone to its answer.
    public var answerDelay: Span
    /// From configureAndStart to the word that UWB started.
    public var startDelay: Span
    public var faults: Set<AccessoryFault>

    public init(
        profile: DataChannelProfile = .nordicUART, role: RangingRole = .initiator, version: UWBVersion = .v11,
        advertisedName: String = "Trammel Door", ownMTU: UInt16 = 247, answerDelay: Span = .milliseconds(5),
        startDelay: Span = .milliseconds(30), faults: Set<AccessoryFault> = []
    ) {
        self.profile = profile
        self.role = role
        self.version = version
        self.advertisedName = advertisedName
        self.ownMTU = ownMTU
        self.answerDelay = answerDelay
        self.startDelay = startDelay
        self.faults = faults
    }
}

/// A way in which a simulated accessory misbehaves, after complaints from the field (nearby-interaction.md, section 6).
public enum AccessoryFault: String, Hashable, CaseIterable, Sendable {
    /// Nothing comes back for initialize.
    case ignoresInitialize
    /// The configuration data is sent twice for one initialize.
    case answersTwice
    /// What the phone writes is sent back to it, phone's message ids and all.
    case echoesWrites
    /// The configuration data is one byte short of the length that it declares.
    case shortConfiguration
    /// The configuration data has a byte more than the length that it declares.
    case longConfiguration
    /// An empty notification comes instead of the configuration data.
    case emptyAnswer
    /// It accepts the shareable configuration data and neither says that it started nor ranges.
    case neverStarts
    /// It says that it started, and does not range.
    case saysItStarts
    /// Nothing comes back for stop.
    case ignoresStop
    /// It hangs up when it is connected to.
    case hangsUpOnConnection
    /// It hangs up on initialize, or on configureAndStart, or while ranging, or on stop.
    case hangsUpOnInitialize
    case hangsUpOnConfigureAndStart
    case hangsUpWhileRanging
    case hangsUpOnStop
    /// It does not advertise.
    case doesNotAdvertise
    /// It offers a service that is not the data channel's.
    case wrongService
    /// It answers no ATT request.
    case ignoresRequests
}
