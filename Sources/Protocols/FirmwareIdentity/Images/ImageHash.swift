import Ground

/// The hash that identifies an image, and its algorithm.
public struct ImageHash: Hashable, Codable, Sendable {
    public enum Algorithm: String, Hashable, Codable, Sendable, CaseIterable {
        case sha256, sha384, sha512

        /// The size of the hash in bytes.
        public var size: Int {
            switch self {
            case .sha256: 32
            case .sha384: 48
            case .sha512: 64
            }
        }

        /// Creates the algorithm for the type of the MCUboot TLV that contains the hash.
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

    /// Creates a hash whose algorithm follows from its length; returns nil if no known one matches.
    public init?(_ bytes: [UInt8]) {
        guard let algorithm = Algorithm.allCases.first(where: { $0.size == bytes.count }) else { return nil }
        self.init(algorithm: algorithm, bytes: bytes)
    }
}

/// Encoded as text: the algorithm, a colon, and hexadecimal digits.
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

/// Computes a hash of bytes, or returns nil for an unsupported algorithm. Provided by the caller, so that this module
/// needs no library.
public typealias ImageDigest = @Sendable (ImageHash.Algorithm, ArraySlice<UInt8>) -> [UInt8]?

/// The result of recomputing an image's hash.
public enum HashCheck: String, Hashable, Codable, Sendable, CaseIterable {
    /// The file's bytes match the hash among its TLVs.
    case agrees
    /// The hashes differ: the file was modified or damaged after signing.
    case differs
    /// The body is encrypted, and the hash is that of the plaintext body.
    case encrypted
    /// The hash could not be computed.
    case notMade
    /// The TLVs contain no hash.
    case absent
}

extension MCUbootImage {
    /// Recomputes the hash of the image, which was decoded from `bytes`, and compares.
    public func check(_ bytes: [UInt8], by digest: ImageDigest) -> HashCheck {
        guard let hash else { return .absent }
        if isEncrypted { return .encrypted }
        guard hashed.upperBound <= bytes.count, let made = digest(hash.algorithm, bytes[hashed]) else {
            return .notMade
        }
        return made == hash.bytes ? .agrees : .differs
    }
}
