/// The 64-bit FNV-1a hash: the same on every machine and in every run, and no secret.
public struct FNV1a: Hashable, Sendable {
    public private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    public init() {}

    /// The hash of these bytes alone.
    public init(_ bytes: some Sequence<UInt8>) { add(bytes) }

    public mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0100_0000_01B3 }
    }
}
