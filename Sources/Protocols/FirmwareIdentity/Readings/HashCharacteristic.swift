import Ground

/// The characteristic in which an accessory exposes its image's identity, and its service, both by UUID.
public struct HashPlace: Hashable, Codable, Sendable {
    public let service: String
    public let characteristic: String

    public init(service: String, characteristic: String) {
        (self.service, self.characteristic) = (service, characteristic)
    }

    /// The problems with it, each as a sentence without a full stop.
    public var problems: [String] {
        [service, characteristic].filter { !Self.isUUID($0) }.map { text in
            "\(text.shown()) is no UUID: it has 4 or 32 hexadecimal digits, the latter with dashes or without"
        }
    }

    /// Returns whether a text is four digits, 32 digits, or 32 digits with dashes after 8, 12, 16 and 20.
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

/// A vendor's own characteristic and its contents.
///
/// gate.md, section 6.5: the recommendation to firmware teams. The set of forms was chosen by this
/// project.
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
        /// Hexadecimal digits as text, in either case; trailing zeros are ignored.
        case digits
    }

    /// The minimum number of bytes of a hash that prove an image; fewer only claim it.
    public static let leastProof = 8

    public let place: HashPlace
    public let shows: Content
    public let written: Form
    /// The number of leading bytes that are exposed; nil for all.
    public let prefix: Int?

    public init(
        service: String, characteristic: String, shows: Content = .imageHash, written: Form = .bytes,
        prefix: Int? = nil
    ) {
        place = HashPlace(service: service, characteristic: characteristic)
        (self.shows, self.written, self.prefix) = (shows, written, prefix)
    }

    /// The problems with it, each as a sentence without a full stop.
    public var problems: [String] {
        guard let prefix else { return place.problems }
        if prefix < Self.leastProof {
            return place.problems + ["\(prefix) bytes of a hash prove nothing: \(Self.leastProof) at least do"]
        }
        let longest = shows == .fileHash ? ImageHash.Algorithm.sha256.size : BuildID.longest
        return place.problems
            + (prefix > longest ? ["there are \(longest) bytes of it at most, and not \(prefix)"] : [])
    }

    /// Decodes a value. Throws, with the offset, for characters that are not digits.
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
