public import Ground

/// A simulated accessory: which firmware it behaves like, and in what it departs from it.
public struct AccessoryModel: Codable, Hashable, Sendable {
    /// Whose firmware; all three are healthy.
    public enum Variant: String, Codable, Hashable, Sendable, CaseIterable {
        case qorvo
        case nxp
        /// Most hobby and shield firmwares: Apple's sample protocol.
        case appleSample
    }

    /// The GATT service that carries the data channel.
    public enum Profile: String, Codable, Hashable, Sendable, CaseIterable {
        case nordicUART
        case qorvoQNIS
    }

    /// The accessory's part in ranging; the phone's kit takes the other one.
    public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
        case initiator
        case responder
    }

    /// The version of the UWB configuration that the accessory speaks.
    public enum UWBVersion: String, Codable, Hashable, Sendable, CaseIterable {
        case v10 = "1.0"
        case v11 = "1.1"
        case v20 = "2.0"
    }

    /// How the accessory's messages travel.
    public enum Telling: String, Codable, Hashable, Sendable, CaseIterable {
        case notifications
        case indications
    }

    public let variant: Variant
    /// What is nil is as the variant has it.
    public let profile: Profile?
    public let role: Role?
    public let uwbVersion: UWBVersion?
    public let advertisedName: String?
    public let telling: Telling
    /// The optional parts that it does without; a healthy accessory may.
    public let lacks: Set<AccessoryPart>
    /// Names of defects, as `trammel zoo` lists them.
    public let defects: [String]

    public init(
        variant: Variant = .appleSample, profile: Profile? = nil, role: Role? = nil, uwbVersion: UWBVersion? = nil,
        advertisedName: String? = nil, telling: Telling = .notifications,
        lacks: Set<AccessoryPart> = [], defects: [String] = []
    ) {
        self.variant = variant
        self.profile = profile
        self.role = role
        self.uwbVersion = uwbVersion
        self.advertisedName = advertisedName
        self.telling = telling
        self.lacks = lacks
        self.defects = defects
    }

    /// Whether both advertise the same name: without one of its own each has its variant's.
    func looksLike(_ other: AccessoryModel) -> Bool {
        advertisedName == other.advertisedName && (advertisedName != nil || variant == other.variant)
    }

    /// The variant after Apple's sample: Nordic UART service, responder, UWB configuration 1.1, without defects.
    public static let standard = AccessoryModel()
}

/// How the simulated air behaves; shares are in thousandths, so that two runs compare exactly.
public struct WorldModel: Codable, Hashable, Sendable {
    /// The standard deviation of a measured distance.
    public let noise: Distance
    /// How many ranging rounds of a thousand give no measurement.
    public let lossPermille: Int
    /// How many measurements of a thousand are taken around an obstacle.
    public let nonLineOfSightPermille: Int
    /// The mean by which an obstacle lengthens the way.
    public let nonLineOfSightBias: Distance
    /// A constant error of the two antennas.
    public let bias: Distance
    /// How far, either way, that error differs from one accessory to the next.
    public let biasSpread: Distance
    /// How many ranging rounds of a thousand around an obstacle give no measurement.
    public let nonLineOfSightLossPermille: Int
    /// Whether the kit has the antennas to tell directions; a DWM3001CDK has not.
    public let measuresAngles: Bool

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, nonLineOfSightPermille: Int = 0,
        nonLineOfSightBias: Distance = .millimetres(200), bias: Distance = .zero, biasSpread: Distance = .zero,
        nonLineOfSightLossPermille: Int = 0, measuresAngles: Bool = true
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.nonLineOfSightPermille = nonLineOfSightPermille
        self.nonLineOfSightBias = nonLineOfSightBias
        self.bias = bias
        self.biasSpread = biasSpread
        self.nonLineOfSightLossPermille = nonLineOfSightLossPermille
        self.measuresAngles = measuresAngles
    }

    /// 4 cm of noise, nothing lost, nothing in the way.
    public static let standard = WorldModel()
    /// Every measurement is exact and arrives.
    public static let ideal = WorldModel(noise: .zero)
    /// 4 cm of noise, 2 rounds of 100 lost, an obstacle now and then, accessories calibrated to 3 cm.
    public static let realistic = WorldModel(
        lossPermille: 20, nonLineOfSightPermille: 50, biasSpread: .millimetres(30), nonLineOfSightLossPermille: 300)
}
