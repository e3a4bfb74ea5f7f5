import Ground

/// Where an accessory shows what names its image: a characteristic in a service, both by their UUIDs.
public struct HashPlace: Hashable, Codable, Sendable {
    public let service: String
    public let characteristic: String

    public init(service: String, characteristic: String) {
        (self.service, self.characteristic) = (service, characteristic)
    }

    /// What is wrong with it, each as a sentence without its full stop.
    public var problems: [String] {
        [service, characteristic].filter { !Self.isUUID($0) }.map { text in
            "\(text.shown()) is no UUID: it has 4 or 32 hexadecimal digits, the latter with dashes or without"
        }
    }

    /// Four digits, 32 digits, or 32 digits with dashes after 8, 12, 16 and 20.
    private static func isUUID(_ text: String) -> Bool {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { $0.utf8.allSatisfy { digit($0) != nil } }
        return areDigits && [[4], [32], [8, 4, 4, 4, 12]].contains(parts.map(\.utf8.count))
    }

    static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x41 + 10
        case 0x61...0x66: byte - 0x61 + 10
        default: nil
        }
    }
}

extension HashPlace: CustomStringConvertible {
    public var description: String { "\(service)/\(characteristic)" }
}

/// A characteristic of the maker's own, and what an accessory shows in it.
///
/// Sheet gate.md, section 6.5: the recommendation to firmware teams. The choice of forms is this project's own.
public struct HashCharacteristic: Hashable, Codable, Sendable {
    public enum Content: String, Hashable, Codable, Sendable, CaseIterable {
        /// MCUboot's hash of image 0.
        case imageHash
        /// The SHA-256 of the whole file.
        case fileHash
        /// The build id in an ELF file.
        case buildID
    }

    public enum Form: String, Hashable, Codable, Sendable, CaseIterable {
        case bytes
        /// Hexadecimal digits as text, of either case; zeros behind them do not count.
        case digits
    }

    /// Fewer bytes of a hash claim an image, and prove none.
    public static let leastProof = 8

    public let place: HashPlace
    public let shows: Content
    public let written: Form
    /// How many bytes of it are shown, from its first one on; nil for all.
    public let prefix: Int?

    public init(
        service: String, characteristic: String, shows: Content = .imageHash, written: Form = .bytes,
        prefix: Int? = nil
    ) {
        place = HashPlace(service: service, characteristic: characteristic)
        (self.shows, self.written, self.prefix) = (shows, written, prefix)
    }

    /// What is wrong with it, each as a sentence without its full stop.
    public var problems: [String] {
        guard let prefix else { return place.problems }
        if prefix < Self.leastProof {
            return place.problems + ["\(prefix) bytes of a hash prove nothing: \(Self.leastProof) at least do"]
        }
        let longest = shows == .fileHash ? ImageHash.Algorithm.sha256.size : BuildID.longest
        return place.problems
            + (prefix > longest ? ["there are \(longest) bytes of it at most, and not \(prefix)"] : [])
    }

    /// The bytes in a value. Throws, with the offset, at what are no digits.
    func read(_ value: [UInt8]) throws(Malformed) -> [UInt8] {
        guard written == .digits else { return value }
        let digits = value.dropLast(value.reversed().prefix { $0 == 0 }.count)
        var bytes: [UInt8] = []
        var high: UInt8?
        for (place, letter) in digits.enumerated() {
            guard let digit = HashPlace.digit(letter) else {
                throw Malformed(at: place, "\(letter.hexadecimal) is no hexadecimal digit")
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        guard high == nil else { throw Malformed(at: digits.count, "there is an odd number of digits") }
        return bytes
    }
}
