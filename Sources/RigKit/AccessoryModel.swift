public import Ground

/// A simulated accessory: the firmware it behaves like, and its departures from it.
public struct AccessoryModel: Codable, Hashable, Sendable {
    /// The accessory's role in ranging; the phone's kit takes the opposite one.
    public enum Role: String, Codable, Hashable, Sendable, CaseIterable {
        case initiator
        case responder
    }

    /// The version of the UWB configuration that the accessory uses.
    public enum UWBVersion: String, Codable, Hashable, Sendable, CaseIterable {
        case v10 = "1.0"
        case v11 = "1.1"
        case v20 = "2.0"
    }

    /// The transport of the accessory's messages.
    public enum Telling: String, Codable, Hashable, Sendable, CaseIterable {
        case notifications
        case indications
    }

    /// The link that carries the accessory's data channel.
    public enum Link: String, Codable, Hashable, Sendable, CaseIterable {
        /// GATT over Bluetooth LE.
        case le
        /// A network connection; such an accessory has no GATT.
        case lan
    }

    /// The vendor whose firmware it imitates.
    public let variant: AccessoryVariant
    /// The link that carries its data channel.
    public let link: Link
    // Properties that are nil are those of the variant.
    /// The GATT service that carries the data channel.
    public let profile: DataChannelProfile?
    /// Its role in ranging; nil for the variant's.
    public let role: Role?
    /// The version of its UWB configuration; nil for the variant's.
    public let uwbVersion: UWBVersion?
    /// The name that it advertises, or announces on the network: 1 to 29 bytes of UTF-8.
    ///
    /// If nil, it advertises the variant's name, or announces its name in the rig.
    public let advertisedName: String?
    /// The DNS-SD type, such as `_door._tcp`, under which an accessory on the network announces itself by its name;
    /// nil for one whose address is known. Not used in memory.
    public let announces: String?
    /// The transport of its messages over GATT; an accessory on the network keeps the default.
    public let telling: Telling
    /// The optional parts that it leaves out, as a healthy accessory may.
    public let lacks: Set<AccessoryPart>
    /// Its peculiarities, which a healthy accessory may have.
    public let habits: Set<AccessoryHabit>
    /// Names of defects, as `trammel zoo --list` shows them.
    public let defects: [String]
    /// The identity of its firmware; nil for an accessory that reveals none.
    public internal(set) var firmware: SimulatedFirmware?

    /// Creates an accessory; the default values are those of `standard`.
    ///
    /// Contradictory values are reported by `problems`.
    public init(
        variant: AccessoryVariant = .appleSample, link: Link = .le, profile: DataChannelProfile? = nil,
        role: Role? = nil,
        uwbVersion: UWBVersion? = nil,
        advertisedName: String? = nil, announces: String? = nil, telling: Telling = .notifications,
        lacks: Set<AccessoryPart> = [], habits: Set<AccessoryHabit> = [], defects: [String] = [],
        firmware: SimulatedFirmware? = nil
    ) {
        self.variant = variant
        self.link = link
        self.profile = profile
        self.role = role
        self.uwbVersion = uwbVersion
        self.advertisedName = advertisedName
        self.announces = announces
        self.telling = telling
        self.lacks = lacks
        self.habits = habits
        self.defects = defects
        self.firmware = firmware
    }

    /// Returns the accessory with another data channel; nil leaves its own.
    public func speaking(_ channel: DataChannelProfile?) -> AccessoryModel {
        AccessoryModel(
            variant: variant, link: link, profile: channel ?? profile, role: role, uwbVersion: uwbVersion,
            advertisedName: advertisedName, announces: announces, telling: telling, lacks: lacks, habits: habits,
            defects: defects, firmware: firmware)
    }

    /// Returns the accessory over another link.
    public func over(_ link: Link) -> AccessoryModel {
        AccessoryModel(
            variant: variant, link: link, profile: link == .le ? profile : nil, role: role, uwbVersion: uwbVersion,
            advertisedName: advertisedName, announces: link == .lan ? announces : nil, telling: telling, lacks: lacks,
            habits: habits, defects: defects, firmware: link == .le ? firmware : nil)
    }

    /// Whether both advertise the same name. Without an explicit name each has its variant's.
    func looksLike(_ other: AccessoryModel) -> Bool {
        link == .le && other.link == .le && advertisedName == other.advertisedName
            && (advertisedName != nil || variant == other.variant)
    }

    /// The variant after Apple's sample: Nordic UART service, responder, UWB configuration 1.1, without defects.
    public static let standard = AccessoryModel()
}

extension AccessoryPart {
    /// Whether it belongs to Bluetooth, so that an accessory on the network cannot have it.
    public var isOfBluetooth: Bool {
        switch self {
        case .pairing, .background, .guidelines: true
        case .printedDistances, .sentDistances, .zoneMessages: false
        }
    }
}

/// The optional parts that an accessory has; scenarios about the others are skipped.
public struct AccessoryParts: Hashable, Sendable {
    /// The parts that the accessory has.
    public let parts: Set<AccessoryPart>

    /// Creates a declaration of exactly these parts.
    public init(_ parts: Set<AccessoryPart>) { self.parts = parts }

    /// Every optional part.
    public static let all = AccessoryParts(Set(AccessoryPart.allCases))
    /// No optional part.
    public static let none = AccessoryParts([])
}

extension AccessoryParts: PortText {
    /// Reads any of `pairing,background,guidelines,printedDistances,sentDistances,zoneMessages`, or `none`.
    public init(_ text: String) throws(PortError) {
        var parts: Set<AccessoryPart> = []
        let words = text == "none" ? [] : text.split(separator: ",", omittingEmptySubsequences: false)
        for word in words {
            guard let part = AccessoryPart(rawValue: String(word)) else {
                let known = AccessoryPart.allCases.map(\.rawValue)
                throw PortError(
                    text,
                    "an accessory has \(known.joined(separator: ", ")), with commas between, or none"
                        + suggestion(for: String(word), in: known))
            }
            parts.insert(part)
        }
        self.init(parts)
    }

    /// The parts with commas between them, in the order of `AccessoryPart.allCases`, or `none`.
    public var description: String {
        let words = AccessoryPart.allCases.filter(parts.contains).map(\.rawValue)
        return words.isEmpty ? "none" : words.joined(separator: ",")
    }
}
