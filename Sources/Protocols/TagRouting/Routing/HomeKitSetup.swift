public import Ground

/// What a HomeKit payload of 13 characters says, by the layout in Apple's HomeKitADK.
public struct HomeKitSetup: Hashable, Codable, Sendable {
    /// Everything but the setup id: 46 bits.
    public let number: UInt64
    /// Four characters.
    public let setupID: String

    init(number: UInt64, setupID: String) {
        self.number = number
        self.setupID = setupID
    }

    /// A payload of the known version; nil when the setup id or the code has none of its form.
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

    /// Eight digits.
    static let largestCode: UInt32 = 99_999_999

    public var version: UInt8 { UInt8(number >> 43 & 0x7) }
    public var reserved: UInt8 { UInt8(number >> 39 & 0xF) }
    public var category: UInt8 { UInt8(number >> 31 & 0xFF) }
    public var supportsBLE: Bool { number >> 29 & 1 == 1 }
    public var supportsIP: Bool { number >> 28 & 1 == 1 }
    /// The flag that HomeKitADK sets on a tag while the accessory is paired.
    public var isPaired: Bool { number >> 27 & 1 == 1 }
    /// The setup code as a number; nil when the tag carries none.
    public var setupCode: UInt32? {
        let code = UInt32(number & 0x7FF_FFFF)
        return code == 0 ? nil : code
    }

    /// The setup code as people read it, `518-08-582`.
    public var setupCodeText: String? {
        guard let code = setupCode else { return nil }
        let digits = String(code)
        let padded = String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        return "\(padded.prefix(3))-\(padded.dropFirst(3).prefix(2))-\(padded.dropFirst(5))"
    }

    /// What contradicts the layout.
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

    /// The number to the base 36, in nine digits.
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
