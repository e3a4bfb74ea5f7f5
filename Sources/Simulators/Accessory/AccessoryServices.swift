import ATT
import GATT
import Ground
import NearbyInteraction

/// The GATT services of an accessory: its name, the data channel, and Apple's service for sessions in the background.
enum AccessoryServices {
    /// The characteristic for the background holds the configuration data of UWB 2.0 at most.
    static let backgroundLimit = 48
    /// What Qorvo's characteristic holds whose reading makes an app pair.
    static let secureValue = Array("Qorvo".utf8) + [0]

    static let backgroundData = uuid(BackgroundService.accessoryConfigurationData)

    static func services(of model: AccessoryBuild) -> [ServiceDefinition] {
        let name = ServiceDefinition(
            .genericAccess,
            characteristics: [CharacteristicDefinition(.deviceName, .read, value: Array(model.advertisedName.utf8))])
        let hasBackground = !model.has(.noBackgroundService) && !model.lacks.contains(.background)
        return [name, dataChannel(of: model)] + (hasBackground ? [background(of: model)] : [])
    }

    private static func dataChannel(of model: AccessoryBuild) -> ServiceDefinition {
        let profile = model.profile
        var characteristics = [
            CharacteristicDefinition(uuid(profile.rx), [.write, .writeWithoutResponse]),
            CharacteristicDefinition(uuid(profile.tx), model.indicates ? .indicate : .notify),
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
