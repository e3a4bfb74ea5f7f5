/// The only source of randomness in a run: SplitMix64, the same on every machine for the same seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    /// Returns a separate generator for one part of the rig, so that parts do not affect each other's draws.
    public mutating func fork() -> SeededGenerator { SeededGenerator(seed: next()) }

    /// A uniform draw from 0..<1, with 53 bits.
    public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }

    /// True with the given probability.
    public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// A normal draw with mean 0 and standard deviation 1, limited to 6.
    ///
    /// The sum of twelve uniform draws, which is exact on every machine, unlike a logarithm.
    public mutating func gaussian() -> Double {
        var sum = -6.0
        for _ in 0..<12 { sum += unit() }
        return sum
    }

    public mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }  // takes the lowest byte on purpose
    }
}
