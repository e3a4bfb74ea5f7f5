import Ground
import Links
import NearbyInteraction

/// The encoding of an accessory's configuration data: the bytes after the message's id.
struct ConfigurationWriter: Sendable {
    let model: AccessoryBuild

    /// Returns a healthy accessory's configuration with an address.
    func configuration(at address: ShortAddress) -> AccessoryConfigurationData {
        let chip = model.variant.chip
        return AccessoryConfigurationData(
            version: model.version, role: model.role, address: address, manufacturer: chip.manufacturer,
            model: chip.model, middleware: chip.middleware, clockDriftPPM: chip.clockDriftPPM)
    }

    func bytes(of configuration: AccessoryConfigurationData, whileRanging: Bool) -> [UInt8] {
        var bent = configuration
        if model.has(.reversedConfigurationAddress) {
            bent.address = ShortAddress(rawValue: configuration.address.rawValue.byteSwapped)
        }
        if model.has(.claimsOppositeRole) { bent.role = configuration.role == .initiator ? .responder : .initiator }
        if model.has(.invalidRole) { bent.role = RangingRole(rawValue: 5) }
        if model.has(.wrongDeclaredLength) { bent.declaredLength = configuration.declaredLength == 21 ? 19 : 21 }
        if model.has(.initializeWhileRangingZeroesFields), whileRanging {
            (bent.manufacturer, bent.model, bent.middleware) = (0, 0, 0)
        }
        var bytes = bent.encoded
        // Role at 32, address at 33 and 34 (nearby-interaction.md 3.1).
        if model.has(.addressBeforeRole) { bytes[32...34] = [bytes[33], bytes[34], bytes[32]] }
        if model.has(.shortConfiguration) {
            bytes.removeLast()
        } else if model.has(.longConfiguration) {
            bytes.append(0)
        }
        return bytes
    }

    /// The configuration data of NXP's protocol for Android: 18 bytes, as in the fact sheet (2.1).
    func androidBytes(at address: ShortAddress) -> [UInt8] {
        var bytes: [UInt8] = [
            0x01, 0x00, 0x00, 0x00, 0xD4, 0x02, 0x02, 0x06, 0x04, 0x03, 0x00, 0x0E, 0x00, 0x00, 0x00, 0x01,
        ]
        bytes.append(little: address.rawValue)
        return bytes
    }
}

extension AccessoryVariant {
    /// The chip as described in configuration data (nearby-interaction.md 3.4).
    struct Chip: Hashable, Sendable {
        let manufacturer: UInt32
        let model: UInt32
        let middleware: UInt32
        let clockDriftPPM: UInt16
    }

    var chip: Chip {
        switch self {
        case .qorvo, .appleSample:
            Chip(manufacturer: 0x0003_F53F, model: 3000, middleware: 0x0101_0000, clockDriftPPM: 25)
        case .nxp:
            Chip(manufacturer: 0x0010_1132, model: 0x0000_FF42, middleware: 0x0308_0000, clockDriftPPM: 100)
        }
    }
}
