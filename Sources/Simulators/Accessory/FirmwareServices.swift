import FirmwareIdentity
import GATT
import Ground
import Vocabulary

/// The GATT services by which an accessory identifies its firmware.
enum FirmwareServices {
    static let management = AccessoryServices.uuid(SMPService.characteristic)
    /// Both contain the version, as in many firmwares.
    static let versions = [DeviceInformation.firmwareRevision, .softwareRevision].map { AttributeUUID($0.uuid) }
    /// From address OUI 123456, rest 9ABCDE (sheet gate.md, section 6.2).
    private static let systemID: [UInt8] = [0xDE, 0xBC, 0x9A, 0xFE, 0xFF, 0x56, 0x34, 0x12]
    private static let productID: [UInt8] = [0x01, 0x59, 0x00, 0x34, 0x12, 0x02, 0x01]

    static func services(of firmware: SimulatedFirmware) -> [ServiceDefinition] {
        (firmware.trouble == .noInformation ? [] : [information(firmware)])
            + shown(firmware)
            + (firmware.trouble == .noManagement || firmware.management == .console ? [] : [managementService])
    }

    /// A vendor-specific service with the hash of the running image.
    private static func shown(_ firmware: SimulatedFirmware) -> [ServiceDefinition] {
        guard let place = firmware.shown?.place, let value = ManagementServer(firmware).shown,
            let service = AttributeUUID(place.service), let uuid = AttributeUUID(place.characteristic)
        else { return [] }
        return [
            ServiceDefinition(
                service, characteristics: [CharacteristicDefinition(uuid, .read, value: value)])
        ]
    }

    private static func information(_ firmware: SimulatedFirmware) -> ServiceDefinition {
        let version = Array(ManagementServer(firmware).version.utf8)
        let values: [(DeviceInformation, [UInt8])] = [
            (.manufacturerName, Array("Trammel".utf8)), (.modelNumber, Array("Simulated accessory".utf8)),
            // Some firmwares also send the zero at the end of a string.
            (.hardwareRevision, Array("A".utf8) + [0]), (.firmwareRevision, version), (.softwareRevision, version),
            (.systemID, systemID), (.productID, productID),
        ]
        return ServiceDefinition(
            AttributeUUID(DeviceInformation.service),
            characteristics: values.map { CharacteristicDefinition(AttributeUUID($0.uuid), .read, value: $1) })
    }

    private static let managementService = ServiceDefinition(
        AccessoryServices.uuid(SMPService.service),
        characteristics: [CharacteristicDefinition(management, [.writeWithoutResponse, .notify])])
}
