public import Ground

/// A simulated accessory: which firmware it behaves like.
public struct AccessoryModel: Codable, Hashable, Sendable {
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

    public let profile: Profile
    public let role: Role
    public let uwbVersion: UWBVersion
    public let advertisedName: String

    public init(
        profile: Profile = .nordicUART, role: Role = .responder, uwbVersion: UWBVersion = .v11,
        advertisedName: String = "Accessory"
    ) {
        self.profile = profile
        self.role = role
        self.uwbVersion = uwbVersion
        self.advertisedName = advertisedName
    }

    /// Nordic UART service, responder, UWB configuration 1.1, advertised as `Accessory`.
    public static let standard = AccessoryModel()
}

/// A simulated tag: its chip, and the address that its one record holds.
public struct TagModel: Codable, Hashable, Sendable {
    public enum Chip: String, Codable, Hashable, Sendable, CaseIterable {
        case ntag213
        case ntag215
        case ntag216
        /// A Type 4 tag, read with ISO 7816 commands.
        case type4
    }

    public let chip: Chip
    public let uri: String

    public init(_ chip: Chip, uri: String) {
        self.chip = chip
        self.uri = uri
    }
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

    public init(
        noise: Distance = .millimetres(40), lossPermille: Int = 0, nonLineOfSightPermille: Int = 0,
        nonLineOfSightBias: Distance = .millimetres(200), bias: Distance = .zero
    ) {
        self.noise = noise
        self.lossPermille = lossPermille
        self.nonLineOfSightPermille = nonLineOfSightPermille
        self.nonLineOfSightBias = nonLineOfSightBias
        self.bias = bias
    }

    /// 4 cm of noise, nothing lost, nothing in the way.
    public static let standard = WorldModel()
    /// Every measurement is exact and arrives.
    public static let ideal = WorldModel(noise: .zero)
}
