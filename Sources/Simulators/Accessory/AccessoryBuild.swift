import GATT
public import Ground
public import Links
public import NearbyInteraction

/// The build of a simulated accessory, with every choice made that a rig leaves to the variant.
public struct AccessoryBuild: Hashable, Sendable {
    public var variant: AccessoryVariant
    /// Whether its data channel is a network connection; it then has no Bluetooth.
    public var isOnNetwork: Bool
    public var profile: DataChannelProfile
    public var role: RangingRole
    public var version: UWBVersion
    /// The complete local name that it advertises.
    public var advertisedName: String
    /// The largest ATT_MTU that it accepts.
    public var ownMTU: UInt16
    /// The time from a message of the phone to its answer.
    public var answerDelay: Lapse
    /// The time from configureAndStart to the report that UWB started.
    public var startDelay: Lapse
    /// Whether it indicates its messages instead of notifying them, as Android's test accessory does.
    public var indicates: Bool
    /// The optional parts that it leaves out while still being healthy.
    public var lacks: Set<AccessoryPart>
    /// Peculiarities that leave it healthy.
    public var habits: Set<AccessoryHabit>
    public var defects: Set<Defect>
    /// The identity of its firmware; nil for an accessory that reveals none.
    public var identity: SimulatedFirmware?

    /// Creates an accessory of a variant; omitted values are those of the variant.
    public init(
        variant: AccessoryVariant = .appleSample, isOnNetwork: Bool = false, profile: DataChannelProfile? = nil,
        role: RangingRole? = nil,
        version: UWBVersion? = nil, advertisedName: String? = nil, ownMTU: UInt16? = nil,
        answerDelay: Lapse? = nil, startDelay: Lapse? = nil, indicates: Bool = false,
        lacks: Set<AccessoryPart> = [], habits: Set<AccessoryHabit> = [], defects: Set<Defect> = [],
        identity: SimulatedFirmware? = nil
    ) {
        self.variant = variant
        self.isOnNetwork = isOnNetwork
        self.profile = profile ?? variant.profile
        self.role = role ?? variant.role
        self.version = version ?? variant.version
        self.advertisedName = advertisedName ?? variant.advertisedName
        self.ownMTU = ownMTU ?? variant.ownMTU
        let isSlow = habits.contains(.slow)
        self.answerDelay = answerDelay ?? (isSlow ? .milliseconds(300) : .milliseconds(5))
        self.startDelay = startDelay ?? (isSlow ? .seconds(1) : variant.startDelay)
        self.indicates = indicates
        self.lacks = lacks
        self.habits = habits
        self.defects = defects
        self.identity = identity
    }

    /// The accessories that every scenario must pass: each variant, and the oldest UWB version with indications.
    public static let healthy: [AccessoryBuild] =
        AccessoryVariant.allCases.map { AccessoryBuild(variant: $0) } + [AccessoryBuild(version: .v10, indicates: true)]

    func has(_ defect: Defect) -> Bool { defects.contains(defect) }
}

extension DataChannelProfile {
    /// The write properties of the characteristic that the phone writes to.
    fileprivate var writes: CharacteristicProperties {
        switch writeType {
        case .withResponse: .write
        case .withoutResponse: .writeWithoutResponse
        case nil: [.write, .writeWithoutResponse]
        }
    }
}

extension AccessoryVariant {
    public var profile: DataChannelProfile {
        switch self {
        case .qorvo: .qorvoQNIS
        case .nxp, .appleSample: .nordicUART
        }
    }

    /// Its own role in ranging.
    public var role: RangingRole {
        switch self {
        case .qorvo: .initiator
        case .nxp, .appleSample: .responder
        }
    }

    public var version: UWBVersion { .v11 }

    public var advertisedName: String {
        switch self {
        case .qorvo: "DWM3001CDK (1A2B3C4D)"
        case .nxp: "NXP_SR150"
        case .appleSample: "Accessory"
        }
    }

    /// The largest ATT_MTU that it accepts.
    public var ownMTU: UInt16 {
        switch self {
        case .qorvo: 131
        case .nxp, .appleSample: 247
        }
    }

    /// The time from configureAndStart to the report that UWB started.
    public var startDelay: Lapse {
        switch self {
        case .qorvo: .milliseconds(45)
        case .nxp: .milliseconds(80)
        case .appleSample: .milliseconds(30)
        }
    }
}

/// The GATT services of an accessory: its name, the data channel, and Apple's service for background sessions.
enum AccessoryServices {
    /// The size of the background characteristic: the configuration data of UWB 2.0.
    static let backgroundLimit = 48
    /// The value of Qorvo's characteristic that makes an app pair when reading it.
    static let secureValue = Array("Qorvo".utf8) + [0]

    static let backgroundData = uuid(BackgroundService.accessoryConfigurationData)

    static func services(of model: AccessoryBuild) -> [ServiceDefinition] {
        let name = ServiceDefinition(
            .genericAccess,
            characteristics: [CharacteristicDefinition(.deviceName, .read, value: Array(model.advertisedName.utf8))])
        let hasBackground = !model.has(.noBackgroundService) && !model.lacks.contains(.background)
        // Behind all others, so that the other handles are the same with and without it.
        return [name, dataChannel(of: model)] + (hasBackground ? [background(of: model)] : [])
            + (model.identity.map(FirmwareServices.services(of:)) ?? [])
    }

    private static func dataChannel(of model: AccessoryBuild) -> ServiceDefinition {
        let profile = model.profile
        let isGuarded = profile.needsEncryption && !model.has(.openDespiteEncryption)
        var characteristics = [
            CharacteristicDefinition(
                uuid(profile.rx), profile.writes,
                permissions: model.has(.refusesWriteType) ? .read : isGuarded ? [.write, .encryptedWrite] : nil),
            CharacteristicDefinition(
                uuid(profile.tx), model.indicates ? .indicate : .notify,
                permissions: isGuarded ? .encryptedSubscribe : nil),
        ]
        if let secure = profile.secure {
            characteristics.append(
                CharacteristicDefinition(
                    uuid(secure), .read, permissions: [.read, .encryptedRead], value: secureValue))
        }
        return ServiceDefinition(
            model.has(.wrongService) ? AttributeUUID(0x180F) : uuid(profile.service), characteristics: characteristics)
    }

    private static func background(of model: AccessoryBuild) -> ServiceDefinition {
        let isOpen = model.has(.backgroundConfigurationUnencrypted)
        return ServiceDefinition(
            uuid(BackgroundService.service),
            characteristics: [
                CharacteristicDefinition(
                    backgroundData, .read, permissions: isOpen ? .read : [.read, .encryptedRead],
                    maximumLength: backgroundLimit)
            ])
    }

    static func uuid(_ text: String) -> AttributeUUID {
        guard let uuid = AttributeUUID(text) else { preconditionFailure("a profile's UUIDs have 4 or 36 characters") }
        return uuid
    }
}
