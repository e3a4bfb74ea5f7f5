import Ground
import Vocabulary

/// The fields of an accessory's text that say what its firmware is.
struct FirmwareFields {
    static let keys = ["firmware", "imageHash", "olderFirmware", "firmwareTrouble", "swapAfter"]

    private var version: String?
    private var hash: [UInt8]?
    private var older: String?
    private var trouble: SimulatedFirmware.Trouble?
    private var swapAfter: Int?

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
        default: preconditionFailure("\(key) is no field of a firmware")
        }
    }

    func model(in text: String) throws(PortError) -> SimulatedFirmware? {
        guard let version else {
            guard hash == nil, older == nil, trouble == nil, swapAfter == nil else {
                throw PortError(text, "say which firmware it has: firmware=1.2.3")
            }
            return nil
        }
        let standard = SimulatedFirmware(version)
        return SimulatedFirmware(
            version, imageHash: hash, older: older ?? standard.older, trouble: trouble,
            swapAfter: swapAfter ?? standard.swapAfter)
    }

    static func fields(of firmware: SimulatedFirmware) -> [String] {
        let standard = SimulatedFirmware(firmware.version)
        var fields = ["firmware=\(firmware.version)"]
        if let hash = firmware.imageHash { fields.append("imageHash=\(hash.hex(separator: ""))") }
        if firmware.older != standard.older { fields.append("olderFirmware=\(firmware.older)") }
        if let trouble = firmware.trouble { fields.append("firmwareTrouble=\(trouble.rawValue)") }
        if firmware.swapAfter != standard.swapAfter { fields.append("swapAfter=\(firmware.swapAfter)") }
        return fields
    }
}
