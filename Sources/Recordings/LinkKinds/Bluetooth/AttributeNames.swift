import FirmwareIdentity
import GATT
import NearbyInteraction

/// The common names of attributes that every accessory of a kind has.
enum AttributeNames {
    /// Returns the name of a UUID; nil if it is not in the table.
    static func name(_ uuid: AttributeUUID) -> String? { table[uuid] }

    /// Returns the UUID with its name, if it has one.
    static func text(_ uuid: AttributeUUID) -> String {
        guard let name = name(uuid) else { return uuid.description }
        return text(uuid, called: name)
    }

    /// Returns an assigned number with its name; of a long UUID the name alone.
    static func text(_ uuid: AttributeUUID, called name: String) -> String {
        uuid.assigned == nil ? name : "\(uuid.description) (\(name))"
    }

    /// The characteristics that the phone writes, and those that the accessory notifies (nearby-interaction.md 1.1).
    static let phoneWrites = uuids(DataChannelProfile.presets.map(\.rx))
    static let accessoryNotifies = uuids(DataChannelProfile.presets.map(\.tx))
    /// The characteristics with the accessory configuration data without the message's id (nearby-interaction.md 1.5).
    static let backgroundConfiguration = uuids([BackgroundService.accessoryConfigurationData])

    /// Returns the names of a profile's attributes.
    static func names(of profile: DataChannelProfile, called name: String) -> [AttributeUUID: String] {
        let parts = [
            (profile.service, "service"), (profile.rx, "RX"), (profile.tx, "TX"), (profile.secure ?? "", "secure"),
        ]
        let named = parts.compactMap { text, part in AttributeUUID(text).map { ($0, "\(name) \(part)") } }
        return Dictionary(named, uniquingKeysWith: { first, _ in first })
    }

    private static func uuids(_ texts: [String]) -> [AttributeUUID] { texts.compactMap { AttributeUUID($0) } }

    private static let table: [AttributeUUID: String] = {
        var table: [AttributeUUID: String] = [
            .primaryService: "primary service", .secondaryService: "secondary service", .include: "include",
            .characteristic: "characteristic", .characteristicUserDescription: "user description",
            .clientCharacteristicConfiguration: "CCCD", .genericAccess: "Generic Access",
            .genericAttribute: "Generic Attribute", .deviceName: "Device Name", .appearance: "Appearance",
            .serviceChanged: "Service Changed", 0x2A04: "Preferred Connection Parameters",
            0x2AA6: "Central Address Resolution", 0x2B29: "Client Supported Features", 0x2B2A: "Database Hash",
            0x2B3A: "Server Supported Features", 0x180A: "Device Information", 0x2A29: "Manufacturer Name",
            0x2A24: "Model Number", 0x2A25: "Serial Number", 0x2A26: "Firmware Revision",
            0x2A27: "Hardware Revision", 0x2A28: "Software Revision", 0x2A23: "System ID", 0x2A50: "PnP ID",
            0x180F: "Battery", 0x2A19: "Battery Level",
        ]
        for profile in DataChannelProfile.presets { table.merge(names(of: profile, called: profile.name)) { $1 } }
        if let uuid = AttributeUUID(SMPService.service) { table[uuid] = "Management service" }
        if let uuid = AttributeUUID(SMPService.characteristic) { table[uuid] = "Management" }
        if let uuid = AttributeUUID(BackgroundService.service) { table[uuid] = "Nearby Interaction service" }
        for uuid in backgroundConfiguration { table[uuid] = "Nearby Interaction configuration" }
        return table
    }()
}
