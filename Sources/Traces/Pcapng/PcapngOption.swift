/// An option after the fixed part of a pcapng block: a number with a value.
public struct PcapngOption: Hashable, Sendable {
    /// The meaning of an option; apart from the comment's, numbers depend on the kind of block.
    public struct Code: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt16

        public init(rawValue: UInt16) { self.rawValue = rawValue }

        static let end = Code(rawValue: 0)
        /// A comment, in any block.
        public static let comment = Code(rawValue: 1)
        /// Vendor-specific bytes after their owner's number, which may be copied into another file; in any block.
        public static let custom = Code(rawValue: 2989)
        /// Section header: the machine.
        public static let hardware = Code(rawValue: 2)
        /// Section header: the operating system.
        public static let operatingSystem = Code(rawValue: 3)
        /// Section header: the program that wrote the file.
        public static let application = Code(rawValue: 4)
        /// Interface description: the name.
        public static let interfaceName = Code(rawValue: 2)
        /// Interface description: the description.
        public static let interfaceDescription = Code(rawValue: 3)
        /// Interface description: the unit of its timestamps.
        public static let timeResolution = Code(rawValue: 9)
        /// Interface description: the number of seconds to add to its timestamps.
        public static let timeOffset = Code(rawValue: 14)
        /// Packet blocks: direction and link errors.
        public static let packetFlags = Code(rawValue: 2)
    }

    public let code: Code
    /// The value without its padding; numbers are in the byte order of the section.
    public let value: [UInt8]

    public init(_ code: Code, _ value: [UInt8]) {
        self.code = code
        self.value = value
    }

    /// An option whose value is text.
    public init(_ code: Code, text: String) { self.init(code, Array(text.utf8)) }

    /// The value as text; bytes that are not UTF-8 are replaced.
    public var text: String { String(decoding: value, as: UTF8.self) }
}

extension [PcapngOption] {
    /// The texts of all options with one code, in the file's order.
    public func texts(_ code: PcapngOption.Code) -> [String] {
        isEmpty ? [] : filter { $0.code == code }.map(\.text)
    }
}

/// The unit of an interface's timestamps, as in the option if_tsresol.
public struct TimeResolution: RawRepresentable, Hashable, Sendable {
    /// Bit 7 selects the base, 10 or 2; the other bits are the negative exponent.
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The default if an interface has no such option.
    public static let microseconds = TimeResolution(rawValue: 6)
    public static let nanoseconds = TimeResolution(rawValue: 9)

    /// Converts a count of this unit since 1970 to an instant, rounded towards 1970; nil if it is unrepresentable.
    ///
    /// The format's counts are unsigned. One that is too large for any clock is read as negative, which is how
    /// programs write times before 1970.
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
            // In a unit this fine, 64 bits are less than a nanosecond; the coarse end stops at 10^9.
            if isTooMuch { return 0 }
            scale = product
        }
        if exponent > 9 { return Int64(exactly: ticks / scale) }
        let (product, isTooMuch) = ticks.multipliedReportingOverflow(by: scale)
        return isTooMuch ? nil : Int64(exactly: product)
    }

    /// Converts ticks of 2^-exponent seconds: their 128-bit product with 10^9, shifted down.
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
