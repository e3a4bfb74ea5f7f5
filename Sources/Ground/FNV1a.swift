/// The 64-bit FNV-1a hash: the same on every machine and in every run, and no secret.
public struct FNV1a: Hashable, Sendable {
    @usableFromInline var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inlinable public var value: UInt64 { hash }

    @inlinable public init() {}

    /// The hash of these bytes alone.
    @inlinable public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    @inlinable public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    }
}
