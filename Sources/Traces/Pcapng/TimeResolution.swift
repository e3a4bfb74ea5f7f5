/// The unit in which an interface counts its time, as the option if_tsresol has it.
public struct TimeResolution: RawRepresentable, Hashable, Sendable {
    /// Bit 7 chooses the base, 10 or 2; the other bits are the negative exponent.
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// What holds where an interface says nothing.
    public static let microseconds = TimeResolution(rawValue: 6)
    public static let nanoseconds = TimeResolution(rawValue: 9)

    /// A count of this unit since 1970, in nanoseconds rounded towards 1970; nil where no clock can show it.
    ///
    /// The format's counts have no sign. One that is too large for any clock is taken for a negative one, which is how
    /// programs write what a clock showed before 1970.
    public func instant(ticks: UInt64, offsetSeconds: Int64 = 0) -> WallInstant? {
        let signed = Int64(bitPattern: ticks)
        let negative = signed < 0 ? self.nanoseconds(signed.magnitude).map { -$0 } : nil
        guard let nanoseconds = nanoseconds(ticks) ?? negative else { return nil }
        if offsetSeconds == 0 { return WallInstant(nanoseconds: nanoseconds) }
        return WallInstant(seconds: offsetSeconds, nanoseconds: nanoseconds)
    }

    private func nanoseconds(_ ticks: UInt64) -> Int64? {
        let exponent = Int(rawValue & 0x7F)
        if rawValue & 0x80 != 0 { return Self.binary(ticks, exponent) }
        if exponent == 9 { return Int64(exactly: ticks) }
        var scale: UInt64 = 1
        for _ in 0..<abs(exponent - 9) {
            let (product, isTooMuch) = scale.multipliedReportingOverflow(by: 10)
            // So fine a unit that 64 bits of it are less than a nanosecond; the coarse end stops at 10^9.
            if isTooMuch { return 0 }
            scale = product
        }
        if exponent > 9 { return Int64(exactly: ticks / scale) }
        let (product, isTooMuch) = ticks.multipliedReportingOverflow(by: scale)
        return isTooMuch ? nil : Int64(exactly: product)
    }

    /// Ticks of 2^-exponent seconds: their 128-bit product with 10^9, shifted down.
    private static func binary(_ ticks: UInt64, _ exponent: Int) -> Int64? {
        let (high, low) = ticks.multipliedFullWidth(by: 1_000_000_000)
        switch exponent {
        case 0: return high == 0 ? Int64(exactly: low) : nil
        case 1..<64:
            guard high >> UInt64(exponent) == 0 else { return nil }
            return Int64(exactly: high << UInt64(64 - exponent) | low >> UInt64(exponent))
        default: return Int64(exactly: high >> UInt64(exponent - 64))
        }
    }
}
