public import Ground

/// What follows `X-HM://` in the address of a HomeKit accessory (NFC fact sheet 4.2).
public enum HomeKitPayload: Hashable, Codable, Sendable {
    case setup(setup: HomeKitSetup)
    /// A longer payload than the one whose layout is known; commercial tags have such [F].
    case undecoded(text: String)

    /// Characters that a payload has at least: nine digits of a number and four of the setup id.
    static let length = 13

    /// Reads the payload of a whole address; offsets count in the address's bytes.
    ///
    /// The digits are upper case as HomeKit writes them; whether a phone takes lower-case ones is not known [U].
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

    /// The address that holds this payload.
    public var address: String {
        switch self {
        case .setup(let setup): "X-HM://" + setup.digits + setup.setupID
        case .undecoded(let text): "X-HM://" + text
        }
    }

    /// The value of a digit to the base 36.
    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x5A: byte - 0x41 + 10
        default: nil
        }
    }
}
