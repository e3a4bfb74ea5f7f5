internal import Crypto
public import Ground

/// SHA-256 over bytes that arrive in pieces; a copy continues independently.
public struct SHA256Stream: Sendable {
    private var hash = SHA256()

    public init() {}

    public mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { hash.update(bufferPointer: $0) } }

    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { hash.update(bufferPointer: $0) }
    }

    /// The hash of everything so far.
    public var value: ContentHash {
        guard let value = ContentHash(Array(hash.finalize())) else {
            preconditionFailure("SHA-256 gives 32 bytes")
        }
        return value
    }
}

extension ContentHash {
    /// Returns the hash of these bytes.
    public static func of(_ bytes: [UInt8]) -> ContentHash {
        var stream = SHA256Stream()
        stream.update(bytes)
        return stream.value
    }

    /// Returns the hash of a text in UTF-8.
    public static func of(_ text: String) -> ContentHash { of(Array(text.utf8)) }
}
