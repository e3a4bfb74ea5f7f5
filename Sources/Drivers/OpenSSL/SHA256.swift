internal import COpenSSL
public import Ground

/// SHA-256 (FIPS 180-4) over bytes that arrive in pieces; a copy continues independently.
public struct SHA256: Sendable {
    private var state = State()

    public init() {}

    public mutating func update(_ bytes: [UInt8]) { update(bytes[...]) }

    public mutating func update(_ bytes: ArraySlice<UInt8>) {
        if !isKnownUniquelyReferenced(&state) { state = State(copying: state) }
        state.update(bytes)
    }

    /// The hash of everything so far.
    public var value: ContentHash { state.value }

    /// Returns the authentication code of these bytes (RFC 2104).
    public static func authenticationCode(of bytes: [UInt8], key: [UInt8]) -> ContentHash {
        unsafe ContentHash { code in unsafe trammel_hmac_sha256(key, key.count, bytes, bytes.count, code) }
    }
}

/// OpenSSL's computation of a hash. It changes only while it has one owner.
@safe
private final class State: @unchecked Sendable {
    private let handle: OpaquePointer

    init() { unsafe handle = Self.require(trammel_hash_new()) }
    init(copying other: State) { unsafe handle = Self.require(trammel_hash_copy(other.handle)) }
    deinit { unsafe trammel_hash_free(handle) }

    private static func require(_ handle: OpaquePointer?) -> OpaquePointer {
        guard let handle = unsafe handle else { preconditionFailure("SHA-256 fails only without memory") }
        return unsafe handle
    }

    func update(_ bytes: ArraySlice<UInt8>) {
        let done = unsafe bytes.withUnsafeBufferPointer { unsafe trammel_hash_update(handle, $0.baseAddress, $0.count) }
        precondition(done == 1, "SHA-256 takes any bytes")
    }

    var value: ContentHash { unsafe ContentHash { unsafe trammel_hash_value(handle, $0) } }
}

extension ContentHash {
    /// Returns the hash of these bytes.
    public static func of(_ bytes: ArraySlice<UInt8>) -> ContentHash {
        unsafe ContentHash { hash in
            unsafe bytes.withUnsafeBufferPointer { unsafe trammel_sha256($0.baseAddress, $0.count, hash) }
        }
    }

    public static func of(_ bytes: [UInt8]) -> ContentHash { of(bytes[...]) }

    /// Returns the hash of a text in UTF-8.
    public static func of(_ text: String) -> ContentHash { of(Array(text.utf8)) }

    /// Creates a hash from 32 bytes that a function stores, which fails only without memory.
    fileprivate init(storing: (UnsafeMutablePointer<UInt8>?) -> Int32) {
        var done: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            unsafe (done, count) = (storing(buffer.baseAddress), Self.size)
        }
        guard done == 1, let hash = ContentHash(bytes) else { preconditionFailure("SHA-256 fails only without memory") }
        self = hash
    }
}
