public import Ground

/// A simulated accessory: which firmware it behaves like, and in what it departs from it.
public struct AccessoryModel: Codable, Hashable, Sendable {
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

    /// What carries the accessory's data channel.
    public enum Link: String, Codable, Hashable, Sendable, CaseIterable {
        /// GATT over Bluetooth LE.
        case le
        /// A connection on the network; such an accessory has no GATT.
        case lan
    }

    public let variant: AccessoryVariant
    public let link: Link
    // What is nil is as the variant has it.
    /// The GATT service that carries the data channel.
    public let profile: DataChannelProfile?
    public let role: Role?
    public let uwbVersion: UWBVersion?
    public let advertisedName: String?
    /// The type of DNS-SD, `_door._tcp`, as which an accessory on the network announces itself there by its name; nil
    /// for one whose address is known. In memory nobody looks for it.
    public let announces: String?
    public let telling: Telling
    /// The optional parts that it does without; a healthy accessory may.
    public let lacks: Set<AccessoryPart>
    /// What it does otherwise than others; a healthy accessory may.
    public let habits: Set<AccessoryHabit>
    /// Names of defects, as `trammel zoo` lists them.
    public let defects: [String]
    /// What it says of its firmware; nil for an accessory that says nothing.
    public internal(set) var firmware: SimulatedFirmware?

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

    /// The same with another data channel; nil for its own one.
    public func speaking(_ channel: DataChannelProfile?) -> AccessoryModel {
        AccessoryModel(
            variant: variant, link: link, profile: channel ?? profile, role: role, uwbVersion: uwbVersion,
            advertisedName: advertisedName, announces: announces, telling: telling, lacks: lacks, habits: habits,
            defects: defects, firmware: firmware)
    }

    /// The same over another link.
    public func over(_ link: Link) -> AccessoryModel {
        AccessoryModel(
            variant: variant, link: link, profile: link == .le ? profile : nil, role: role, uwbVersion: uwbVersion,
            advertisedName: advertisedName, announces: link == .lan ? announces : nil, telling: telling, lacks: lacks,
            habits: habits, defects: defects, firmware: link == .le ? firmware : nil)
    }

    /// Whether both advertise the same name: without one of its own each has its variant's.
    func looksLike(_ other: AccessoryModel) -> Bool {
        link == .le && other.link == .le && advertisedName == other.advertisedName
            && (advertisedName != nil || variant == other.variant)
    }

    /// The variant after Apple's sample: Nordic UART service, responder, UWB configuration 1.1, without defects.
    public static let standard = AccessoryModel()
}

extension AccessoryPart {
    /// Whether it is one of Bluetooth's, which an accessory on the network cannot have.
    public var isOfBluetooth: Bool {
        switch self {
        case .pairing, .background, .guidelines: true
        case .printedDistances, .sentDistances, .zoneMessages: false
        }
    }
}

/// Which of the optional parts an accessory has; scenarios about the others are skipped.
public struct AccessoryParts: Hashable, Sendable {
    public let parts: Set<AccessoryPart>

    public init(_ parts: Set<AccessoryPart>) { self.parts = parts }

    public static let all = AccessoryParts(Set(AccessoryPart.allCases))
    public static let none = AccessoryParts([])
}

extension AccessoryParts: PortText {
    /// `pairing,background,guidelines,printedDistances,sentDistances,zoneMessages`, any of these, or `none`.
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

    public var description: String {
        let words = AccessoryPart.allCases.filter(parts.contains).map(\.rawValue)
        return words.isEmpty ? "none" : words.joined(separator: ",")
    }
}
