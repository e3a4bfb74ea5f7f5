import Ground

/// A device agent's TXT record: version, platform, services and its certificate's pin.
///
/// The record is defined by this project (network.md, section 8.1): `v=1`, `plat=iOS`, `svc=game,chess`, and
/// `id=` with the first 32 hexadecimal digits of the certificate's SHA-256. Strings may come in any order, with keys
/// in any case; the first of several strings with the same key counts (RFC 6763, section 6.4).
public struct AgentRecord: Hashable, Sendable {
    /// A string with a key outside the format.
    public struct Other: Hashable, Sendable {
        public let key: String
        /// The undecoded value; nil for a key without an equals sign.
        public let value: [UInt8]?

        public init(key: String, value: [UInt8]?) {
            self.key = key
            self.value = value
        }
    }

    /// The reason why a record cannot be encoded.
    public enum Refusal: Error, Hashable, Sendable {
        /// A comma separates identifiers, so none may contain one.
        case comma(ServiceIdentifier)
        /// The string with this key is longer than 255 bytes.
        case tooLong(key: String, count: Int)
        /// The pin is not 32 digits from 0 to 9 and a to f.
        case pin
    }

    public static let version = "1"
    /// The maximum length of one string in bytes (RFC 6763, section 6.1).
    public static let stringLimit = 255
    /// The total size in bytes above which a record no longer fits well into one packet (RFC 6763, section 6.2).
    public static let recommendedSize = 400
    public static let pinLength = 32

    public let platform: CompanionPlatform
    /// The services in the installed apps' `Advertises`; may be empty.
    public let services: [ServiceIdentifier]
    /// 32 lower-case hexadecimal digits.
    public let pin: String
    public let others: [Other]

    public init(platform: CompanionPlatform, services: [ServiceIdentifier], pin: String, others: [Other] = []) {
        self.platform = platform
        self.services = services
        self.pin = pin
        self.others = others
    }

    /// Returns the record's strings, each without its length.
    public func strings() throws(Refusal) -> [[UInt8]] {
        for service in services where service.rawValue.utf8.contains(UInt8(ascii: ",")) { throw .comma(service) }
        guard Self.isPin(Array(pin.utf8)) else { throw .pin }
        let names = services.map(\.rawValue).joined(separator: ",")
        let own = [("v", Self.version), ("plat", platform.rawValue), ("svc", names), ("id", pin)]
        var strings = own.map { Array("\($0)=\($1)".utf8) }
        for other in others { strings.append(Array(other.key.utf8) + (other.value.map { [0x3D] + $0 } ?? [])) }
        for string in strings where string.count > Self.stringLimit {
            let key = String(decoding: string.prefix { $0 != 0x3D }, as: UTF8.self)
            throw .tooLong(key: key, count: string.count)
        }
        return strings
    }

    /// Returns the record's data as DNS carries it: every string preceded by its length in one byte.
    public func encoded() throws(Refusal) -> [UInt8] {
        try strings().flatMap { [UInt8(clamping: $0.count)] + $0 }
    }

    static func isPin(_ digits: [UInt8]) -> Bool {
        digits.count == pinLength
            && digits.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}

extension AgentRecord.Refusal: CustomStringConvertible {
    public var description: String {
        switch self {
        case .comma(let service): "the identifier \(service.rawValue.shown()) has a comma, which parts identifiers"
        case .tooLong(let key, let count):
            "the string \(key.shown()) has \(count) bytes, and \(AgentRecord.stringLimit) are the most"
        case .pin: "a pin is \(AgentRecord.pinLength) hexadecimal digits in small letters"
        }
    }
}
