import Ground

/// The hash by which an image is named, and how it is made.
public struct ImageHash: Hashable, Codable, Sendable {
    public enum Algorithm: String, Hashable, Codable, Sendable, CaseIterable {
        case sha256, sha384, sha512

        /// How many bytes it has.
        public var size: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        /// By the type of MCUboot's TLV that holds it.
        init?(tlv type: UInt16) {
            switch type {
            case 0x10: self = .sha256
            case 0x11: self = .sha384
            case 0x12: self = .sha512
            default: return nil
            }
        }
    }

    public let algorithm: Algorithm
    public let bytes: [UInt8]

    init(algorithm: Algorithm, bytes: [UInt8]) { (self.algorithm, self.bytes) = (algorithm, bytes) }

    /// A hash by its length; nil where no known one has it.
    public init?(_ bytes: [UInt8]) {
        guard let algorithm = Algorithm.allCases.first(where: { $0.size == bytes.count }) else { return nil }
        self.init(algorithm: algorithm, bytes: bytes)
    }
}

/// As text: the algorithm, a colon, and hexadecimal digits.
extension ImageHash {
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, let algorithm = Algorithm(rawValue: String(parts[0])),
            let bytes = [UInt8](hex: parts[1]), bytes.count == algorithm.size
        else { throw DecodingError.dataCorruptedError(in: container, debugDescription: "no hash: \(text.shown())") }
        self.init(algorithm: algorithm, bytes: bytes)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension ImageHash: CustomStringConvertible {
    public var description: String { "\(algorithm.rawValue):\(bytes.hex(separator: ""))" }
}

/// Makes a hash of bytes: the caller's, so that this module needs no library; nil for an algorithm that it lacks.
public typealias ImageDigest = @Sendable (ImageHash.Algorithm, ArraySlice<UInt8>) -> [UInt8]?

/// What comes of making an image's hash once more.
public enum HashCheck: String, Hashable, Codable, Sendable, CaseIterable {
    /// The file's bytes have the hash that stands among its TLVs.
    case agrees
    /// They have another one: the file was changed or damaged after it was signed.
    case differs
    /// The body is encrypted, and the hash is that of the plain body.
    case encrypted
    /// Nobody could make such a hash.
    case notMade
    /// There is none among the TLVs.
    case absent
}

extension MCUbootImage {
    /// Makes the hash of the image in `bytes`, from which it was read, and compares.
    public func check(_ bytes: [UInt8], by digest: ImageDigest) -> HashCheck {
        guard let hash else { return .absent }
        if isEncrypted { return .encrypted }
        guard hashed.upperBound <= bytes.count, let made = digest(hash.algorithm, bytes[hashed]) else {
            return .notMade
        }
        return made == hash.bytes ? .agrees : .differs
    }
}
