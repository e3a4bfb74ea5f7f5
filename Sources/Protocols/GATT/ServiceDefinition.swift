/// A service to offer, from which a server's attribute table is built.
public struct ServiceDefinition: Hashable, Codable, Sendable {
    public var uuid: AttributeUUID
    public var isPrimary: Bool
    /// The handle of the declaration if it must be a specific one; nil uses the next free handle.
    public var start: AttributeHandle?
    /// The UUIDs of other services in the same table.
    public var includes: [AttributeUUID]
    public var characteristics: [CharacteristicDefinition]

    public init(
        _ uuid: AttributeUUID, isPrimary: Bool = true, start: AttributeHandle? = nil,
        includes: [AttributeUUID] = [], characteristics: [CharacteristicDefinition]
    ) {
        self.uuid = uuid
        self.isPrimary = isPrimary
        self.start = start
        self.includes = includes
        self.characteristics = characteristics
    }

    /// The minimum a phone offers: its name, its appearance and Service Changed (bluez.md, section 4.6).
    public static let phone = [
        ServiceDefinition(
            .genericAccess,
            characteristics: [
                CharacteristicDefinition(.deviceName, .read, value: Array("iPhone".utf8)),
                CharacteristicDefinition(.appearance, .read, value: [0x40, 0x00]),
            ]),
        ServiceDefinition(
            .genericAttribute,
            characteristics: [
                CharacteristicDefinition(.serviceChanged, .indicate, value: [0x01, 0x00, 0xFF, 0xFF], maximumLength: 4)
            ]),
    ]

    /// Returns the problems that prevent a table from being built with these services, one sentence each.
    public static func problems(in services: [ServiceDefinition]) -> [String] {
        AttributeTable.layOut(services).problems
    }
}

/// A characteristic to offer. One that notifies or indicates automatically gets a CCCD after its value.
public struct CharacteristicDefinition: Hashable, Codable, Sendable {
    public var uuid: AttributeUUID
    public var properties: CharacteristicProperties
    public var permissions: AttributePermissions
    /// The initial value.
    public var value: [UInt8]
    /// The maximum length of a written value, at most 512 bytes.
    public var maximumLength: Int
    public var descriptors: [DescriptorDefinition]

    /// Creates a characteristic; permissions default to those that follow from the properties.
    public init(
        _ uuid: AttributeUUID, _ properties: CharacteristicProperties, permissions: AttributePermissions? = nil,
        value: [UInt8] = [], maximumLength: Int = attributeValueLimit, descriptors: [DescriptorDefinition] = []
    ) {
        self.uuid = uuid
        self.properties = properties
        self.permissions = permissions ?? AttributePermissions(following: properties)
        self.value = value
        self.maximumLength = maximumLength
        self.descriptors = descriptors
    }
}

/// A descriptor to offer, other than the CCCD.
public struct DescriptorDefinition: Hashable, Codable, Sendable {
    public var uuid: AttributeUUID
    public var permissions: AttributePermissions
    public var value: [UInt8]

    public init(_ uuid: AttributeUUID, permissions: AttributePermissions = .read, value: [UInt8] = []) {
        self.uuid = uuid
        self.permissions = permissions
        self.value = value
    }
}

/// The operations a server allows, which may differ from those its declaration promises.
public struct AttributePermissions: OptionSet, Hashable, Codable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let read = Self(rawValue: 0x01)
    public static let write = Self(rawValue: 0x02)
    /// Reading requires an encrypted link.
    public static let encryptedRead = Self(rawValue: 0x04)
    /// Writing requires an encrypted link.
    public static let encryptedWrite = Self(rawValue: 0x08)
    /// Writing the CCCD requires an encrypted link.
    public static let encryptedSubscribe = Self(rawValue: 0x10)

    /// Creates the permissions that a characteristic's properties promise.
    public init(following properties: CharacteristicProperties) {
        self = []
        if properties.contains(.read) { insert(.read) }
        let writing: CharacteristicProperties = [.write, .writeWithoutResponse, .authenticatedSignedWrites]
        if !properties.isDisjoint(with: writing) { insert(.write) }
    }
}
