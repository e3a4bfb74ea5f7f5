public import Ground
public import Links
public import NearbyInteraction

/// How a simulated accessory is built: every choice that a rig leaves to its variant is made.
public struct AccessoryBuild: Hashable, Sendable {
    public var variant: AccessoryVariant
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
    /// Whether it indicates its messages instead of notifying them, as Android's test accessory does.
    public var indicates: Bool
    /// The optional parts that it does without, healthy all the same.
    public var lacks: Set<AccessoryPart>
    public var defects: Set<Defect>

    /// An accessory of a variant; what is not given is as that variant has it.
    public init(
        variant: AccessoryVariant = .appleSample, profile: DataChannelProfile? = nil, role: RangingRole? = nil,
        version: UWBVersion? = nil, advertisedName: String? = nil, ownMTU: UInt16? = nil,
        answerDelay: Span = .milliseconds(5), startDelay: Span? = nil, indicates: Bool = false,
        lacks: Set<AccessoryPart> = [], defects: Set<Defect> = []
    ) {
        self.variant = variant
        self.profile = profile ?? variant.profile
        self.role = role ?? variant.role
        self.version = version ?? variant.version
        self.advertisedName = advertisedName ?? variant.advertisedName
        self.ownMTU = ownMTU ?? variant.ownMTU
        self.answerDelay = answerDelay
        self.startDelay = startDelay ?? variant.startDelay
        self.indicates = indicates
        self.lacks = lacks
        self.defects = defects
    }

    /// The herd of which every scenario must pass: each variant, and the oldest UWB version with indications.
    public static let healthy: [AccessoryBuild] =
        AccessoryVariant.allCases.map { AccessoryBuild(variant: $0) } + [AccessoryBuild(version: .v10, indicates: true)]

    func has(_ defect: Defect) -> Bool { defects.contains(defect) }
}
