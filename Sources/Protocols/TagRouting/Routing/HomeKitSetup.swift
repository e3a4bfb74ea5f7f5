public import Ground

/// The contents of a HomeKit payload of 13 characters, in the layout of Apple's HomeKitADK.
public struct HomeKitSetup: Hashable, Codable, Sendable {
    /// Everything but the setup id, in 46 bits.
    public let number: UInt64
    /// Four characters.
    public let setupID: String

    init(number: UInt64, setupID: String) {
        self.number = number
        self.setupID = setupID
    }

    /// Creates a payload of the known version; returns nil if the setup id or the code is invalid.
    public init?(
        setupCode: UInt32?, setupID: String, category: UInt8, supportsIP: Bool, supportsBLE: Bool, isPaired: Bool
    ) {
        let code = setupCode ?? 0
        guard code <= Self.largestCode, setupID.utf8.count == 4,
            setupID.utf8.allSatisfy({ HomeKitPayload.digit($0) != nil })
        else { return nil }
        let flags = (isPaired ? 1 << 27 : 0) | (supportsIP ? 1 << 28 : 0) | (supportsBLE ? 1 << 29 : 0) as UInt64
        number = UInt64(category) << 31 | flags | UInt64(code)
        self.setupID = setupID
    }

    /// The largest code with eight digits.
    static let largestCode: UInt32 = 99_999_999

    public var version: UInt8 { UInt8(number >> 43 & 0x7) }
    public var reserved: UInt8 { UInt8(number >> 39 & 0xF) }
    public var category: UInt8 { UInt8(number >> 31 & 0xFF) }
    public var supportsBLE: Bool { number >> 29 & 1 == 1 }
    public var supportsIP: Bool { number >> 28 & 1 == 1 }
    /// The flag that HomeKitADK sets on a tag while the accessory is paired.
    public var isPaired: Bool { number >> 27 & 1 == 1 }
    /// The setup code as a number; nil if the tag contains none.
    public var setupCode: UInt32? {
        let code = UInt32(number & 0x7FF_FFFF)
        return code == 0 ? nil : code
    }

    /// The setup code in the form shown to people, `518-08-582`.
    public var setupCodeText: String? {
        guard let code = setupCode else { return nil }
        let digits = String(code)
        let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return "\(padded.prefix(3))-\(padded.dropFirst(3).prefix(2))-\(padded.dropFirst(5))"
    }

    /// The violations of the layout.
    public var findings: [Finding] {
        var findings: [Finding] = []
        if version != 0 {
            findings.append(
                Finding("route.homeKit", .warning, "the HomeKit payload has the unknown version \(version)"))
        }
        if reserved != 0 || number >> 30 & 1 == 1 {
            findings.append(Finding("route.homeKit", .warning, "reserved bits of the HomeKit payload are set"))
        }
        if let code = setupCode, code > Self.largestCode {
            findings.append(
                Finding("route.homeKit", .fault, "the HomeKit setup code \(code) has more than eight digits"))
        }
        return findings
    }

    /// The number in base 36, in nine digits.
    var digits: String {
        let text = String(number, radix: 36, uppercase: true)
        return String(repeating: "0", count: max(0, 9 - text.count)) + text
    }
}

extension HomeKitSetup: CustomStringConvertible {
    public var description: String {
        var words = ["category \(category)", "setup id \(setupID)"]
        words.append(setupCodeText.map { "setup code \($0)" } ?? "no setup code")
        if supportsIP { words.append("IP") }
        if supportsBLE { words.append("BLE") }
        if isPaired { words.append("paired") }
        return words.joined(separator: ", ")
    }
}

/// The part after `X-HM://` in the address of a HomeKit accessory (nfc.md 4.2).
public enum HomeKitPayload: Hashable, Codable, Sendable {
    case setup(setup: HomeKitSetup)
    /// A payload longer than the known layout, as on commercial tags [F].
    case undecoded(text: String)

    /// The minimum number of characters of a payload: nine digits of a number and four of the setup id.
    static let length = 13

    /// Decodes the payload of a complete address; offsets count the address's bytes.
    ///
    /// The digits are upper case, as HomeKit writes them; whether a phone accepts lower-case ones is unknown [U].
    public init(address: String) throws(Malformed) {
        let bytes = Array(address.utf8)
        let scheme = Array("x-hm://".utf8)
        let start = bytes.prefix(scheme.count).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard start == scheme else { throw Malformed(at: 0, "a HomeKit address begins with X-HM://") }
        let payload = bytes[scheme.count...]
        if let place = payload.firstIndex(where: { Self.digit($0) == nil }) {
            throw Malformed(at: place, "a HomeKit payload has the digits 0 to 9 and A to Z only")
        }
        guard payload.count >= Self.length else {
            throw Malformed(
                at: bytes.count, "a HomeKit payload has at least \(Self.length) characters, this one \(payload.count)")
        }
        let text = String(decoding: payload, as: UTF8.self)
        guard payload.count == Self.length else {
            self = .undecoded(text: text)
            return
        }
        var number: UInt64 = 0
        for byte in payload.prefix(9) { number = number * 36 + UInt64(Self.digit(byte) ?? 0) }
        guard number < 1 << 46 else { throw Malformed(at: scheme.count, "the payload's number has more than 46 bits") }
        self = .setup(setup: HomeKitSetup(number: number, setupID: String(text.suffix(4))))
    }

    /// The address that contains this payload.
    public var address: String {
        switch self {
        case .setup(let setup): "X-HM://" + setup.digits + setup.setupID
        case .undecoded(let text): "X-HM://" + text
        }
    }

    /// Returns the value of a digit in base 36.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x5A: byte - 0x41 + 10
        default: nil
        }
    }
}
