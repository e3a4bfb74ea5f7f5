import Ground
import Vocabulary

/// The fields of an accessory's text that identify its firmware.
struct FirmwareFields {
    static let keys = ownKeys + shownKeys
    private static let ownKeys = [
        "firmware", "imageHash", "olderFirmware", "firmwareTrouble", "swapAfter", "management",
    ]
    private static let shownKeys = ["shows", "shownAs", "shownBytes", "shownHash"]

    private var version: String?
    private var hash: [UInt8]?
    private var older: String?
    private var trouble: SimulatedFirmware.Flaw?
    private var swapAfter: Int?
    private var place: HashPlace?
    private var form: HashCharacteristic.Form?
    private var prefix: Int?
    private var shownHash: [UInt8]?
    private var management: SimulatedFirmware.Management?

    mutating func take(_ key: Substring, _ value: Substring, in text: String) throws(PortError) {
        switch key {
        case "firmware": version = String(value)
        case "olderFirmware": older = String(value)
        case "imageHash":
            guard let bytes = [UInt8](hex: value), bytes.count == SimulatedFirmware.hashSize else {
                throw PortError(text, "imageHash has \(SimulatedFirmware.hashSize * 2) hexadecimal digits")
            }
            hash = bytes
        case "firmwareTrouble": trouble = try AccessoryModel.value(value, of: key, in: text)
        case "swapAfter":
            guard let count = UInt16(value) else {
                throw PortError(text, "swapAfter is a number of connections, not \"\(value)\"")
            }
            swapAfter = Int(count)
        case "shows":
            let parts = value.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, let service = parts.first, let characteristic = parts.last else {
                throw PortError(text, "shows names a service and a characteristic: shows=FFF0/FFF1")
            }
            let named = HashPlace(service: service, characteristic: characteristic)
            if let problem = named.problems.first { throw PortError(text, problem) }
            place = named
        case "management": management = try AccessoryModel.value(value, of: key, in: text)
        case "shownAs": form = try AccessoryModel.value(value, of: key, in: text)
        case "shownBytes":
            guard let count = UInt8(value), (1...64).contains(count) else {
                throw PortError(text, "shownBytes is a number of bytes from 1 to 64, not \"\(value)\"")
            }
            prefix = Int(count)
        case "shownHash":
            guard let bytes = [UInt8](hex: value), (1...64).contains(bytes.count) else {
                throw PortError(text, "shownHash has 2 to 128 hexadecimal digits")
            }
            shownHash = bytes
        default: preconditionFailure("\(key) is no field of a firmware")
        }
    }

    func model(in text: String) throws(PortError) -> SimulatedFirmware? {
        guard let version else {
            guard hash == nil, older == nil, trouble == nil, swapAfter == nil, place == nil, form == nil, prefix == nil,
                shownHash == nil, management == nil
            else {
                throw PortError(text, "say which firmware it has: firmware=1.2.3")
            }
            return nil
        }
        guard place != nil || (form == nil && prefix == nil && shownHash == nil) else {
            throw PortError(text, "say where it shows its hash: shows=FFF0/FFF1")
        }
        let standard = SimulatedFirmware(version)
        return SimulatedFirmware(
            version, imageHash: hash, older: older ?? standard.older, trouble: trouble,
            swapAfter: swapAfter ?? standard.swapAfter,
            shown: place.map {
                HashCharacteristic(
                    service: $0.service, characteristic: $0.characteristic, written: form ?? .bytes, prefix: prefix)
            }, shownHash: shownHash, management: management ?? standard.management)
    }

    static func fields(of firmware: SimulatedFirmware) -> [String] {
        let standard = SimulatedFirmware(firmware.version)
        var fields = ["firmware=\(firmware.version)"]
        if let hash = firmware.imageHash { fields.append("imageHash=\(hash.hex(separator: ""))") }
        if firmware.older != standard.older { fields.append("olderFirmware=\(firmware.older)") }
        if let trouble = firmware.trouble { fields.append("firmwareTrouble=\(trouble.rawValue)") }
        if firmware.swapAfter != standard.swapAfter { fields.append("swapAfter=\(firmware.swapAfter)") }
        if firmware.management != standard.management { fields.append("management=\(firmware.management.rawValue)") }
        if let shown = firmware.shown {
            fields.append("shows=\(shown.place)")
            if shown.written != .bytes { fields.append("shownAs=\(shown.written.rawValue)") }
            if let prefix = shown.prefix { fields.append("shownBytes=\(prefix)") }
        }
        if let hash = firmware.shownHash { fields.append("shownHash=\(hash.hex(separator: ""))") }
        return fields
    }
}
