public import Ground

/// Decoded advertising data: the elements that identify an accessory, and the findings about them.
///
/// A list of elements of one octet length, one octet type and length - 1 octets of data; it ends at a length of 0 or
/// at the end of the data (Core Specification, volume 3, part C, 11; facts/bluez.md, 2.3).
public struct AdvertisingData: Hashable, Sendable {
    public private(set) var flags: UInt8?
    /// The complete local name, or else the shortened one.
    public private(set) var name: String?
    /// The UUIDs of complete and incomplete lists of all sizes, in order: 4 or 36 characters, upper case.
    public private(set) var services: [String] = []
    /// The transmit power in dBm.
    public private(set) var transmitPower: Int8?
    public private(set) var appearance: UInt16?
    /// Elements that exceed the data, lists of uneven length, names that are not UTF-8.
    public private(set) var findings: [Finding] = []

    private var nameIsComplete = false

    /// Decodes any bytes; malformed elements become findings and the rest is kept.
    public init(_ bytes: [UInt8]) {
        var reader = ByteReader(bytes)
        while let length = reader.next, length > 0 {
            let offset = reader.offset
            do throws(Malformed) {
                _ = try reader.u8("element length")
                let type = try reader.u8("element type")
                take(type, try reader.take(Int(length) - 1, "advertising element"), at: offset)
            } catch {
                findings.append(Finding("advertising.malformed", error, in: "advertising data"))
                return
            }
        }
    }

    private mutating func take(_ type: UInt8, _ data: [UInt8], at offset: Int) {
        switch type {
        case 0x01: flags = data.first
        case 0x02, 0x03: takeServices(data, size: 2, at: offset)
        case 0x04, 0x05: takeServices(data, size: 4, at: offset)
        case 0x06, 0x07: takeServices(data, size: 16, at: offset)
        case 0x08, 0x09: takeName(data, isComplete: type == 0x09, at: offset)
        case 0x0A: transmitPower = data.first.map { Int8(bitPattern: $0) }
        case 0x19:
            var reader = ByteReader(data)
            appearance = try? reader.u16("appearance")
        default: break
        }
    }

    private mutating func takeServices(_ data: [UInt8], size: Int, at offset: Int) {
        var rest = data[...]
        while rest.count >= size {
            services.append(ServiceUUID.text(ofWire: rest.prefix(size)))
            rest = rest.dropFirst(size)
        }
        guard !rest.isEmpty else { return }
        let meaning = "advertising data: \(rest.count) octets are left over in a list of \(8 * size)-bit service UUIDs"
        findings.append(Finding("advertising.malformed", .fault, meaning, offset: offset))
    }

    private mutating func takeName(_ data: [UInt8], isComplete: Bool, at offset: Int) {
        guard let text = String(strictUTF8: data) else {
            findings.append(
                Finding(
                    "advertising.malformed", .fault, "advertising data: the local name is not UTF-8", offset: offset))
            return
        }
        guard name == nil || (isComplete && !nameIsComplete) else { return }
        name = text
        nameIsComplete = isComplete
    }
}

/// Service UUIDs as text: 4 characters for 16-bit ones, 36 for all others, upper case.
enum ServiceUUID {
    /// Returns the text for 2, 4 or 16 octets, least significant first.
    static func text(ofWire octets: some BidirectionalCollection<UInt8>) -> String {
        let digits = octets.reversed().hex(separator: "").uppercased()
        switch octets.count {
        case 2: return digits
        case 4: return dashed(digits + base)
        default: return dashed(digits)
        }
    }

    /// Returns 2 or 16 octets, least significant first, for 4, 8 or 32 digits with or without dashes; nil for any
    /// other text.
    static func wire(of text: String) -> [UInt8]? {
        let digits = text.filter { $0 != "-" }
        guard let bytes = [UInt8](hex: digits == text || text.count == 36 ? digits : text) else { return nil }
        switch bytes.count {
        case 2, 16: return bytes.reversed()
        case 4: return [UInt8](hex: digits + base)?.reversed()
        default: return nil
        }
    }

    /// Returns 32 digits that are the same for all representations of a UUID, or nil for invalid text.
    static func canonical(_ text: String) -> String? {
        guard let wire = wire(of: text) else { return nil }
        let digits = wire.reversed().hex(separator: "").uppercased()
        return wire.count == 2 ? "0000" + digits + base : digits
    }

    /// The part of the Bluetooth base UUID after the first 32 bits.
    private static let base = "00001000800000805F9B34FB"

    private static func dashed(_ digits: String) -> String {
        var text = ""
        for (place, digit) in digits.enumerated() {
            if [8, 12, 16, 20].contains(place) { text += "-" }
            text.append(digit)
        }
        return text
    }
}
