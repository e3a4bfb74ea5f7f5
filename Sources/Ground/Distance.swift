/// A length on the bench, in whole millimetres so that two runs compare exactly.
public struct Distance: Hashable, Codable, Sendable {
    public let millimetres: Int32

    @inlinable public init(millimetres: Int32) { self.millimetres = millimetres }

    public static let zero = Distance(millimetres: 0)
    public static func millimetres(_ value: Int32) -> Distance { Distance(millimetres: value) }

    /// Creates a distance from metres, rounded to the nearest millimetre and clamped to the representable range.
    public static func metres(_ value: Double) -> Distance {
        Distance(millimetres: Int32(clamping: clamped(value * 1000)))
    }

    /// Reads metres with at most four digits before the point and three after it: `1.498`. Nil if the text is none.
    public init?(decimal text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let digits = parts.count == 2 ? String(parts[1]) : "0"
        let number = parts[0] + digits
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) }), (1...4).contains(parts[0].count),
            (1...3).contains(digits.count),
            let millimetres = Int32(number + String(repeating: "0", count: 3 - digits.count))
        else { return nil }
        self.init(millimetres: millimetres)
    }

    public var metres: Double { Double(millimetres) / 1000 }

    /// The metres with three decimals, which `init(decimal:)` reads: `1.498`.
    public var inMetres: String { decimal(metres, places: 3) }

    @inlinable public static func + (lhs: Distance, rhs: Distance) -> Distance {
        Distance(millimetres: Int32(clamping: Int64(lhs.millimetres) + Int64(rhs.millimetres)))
    }

    @inlinable public static func - (lhs: Distance, rhs: Distance) -> Distance {
        Distance(millimetres: Int32(clamping: Int64(lhs.millimetres) - Int64(rhs.millimetres)))
    }

    /// The distance without its sign.
    public var magnitude: Distance { Distance(millimetres: Int32(clamping: millimetres.magnitude)) }
}

extension Distance: Comparable {
    @inlinable public static func < (lhs: Distance, rhs: Distance) -> Bool { lhs.millimetres < rhs.millimetres }
}

extension Distance: CustomStringConvertible {
    /// Metres with two decimals, as in `2.97 m`.
    public var description: String { "\(decimal(metres, places: 2)) m" }
}

/// A speed of movement, in whole millimetres per second.
public struct Speed: Hashable, Codable, Sendable {
    public let millimetresPerSecond: Int32

    @inlinable public init(millimetresPerSecond: Int32) { self.millimetresPerSecond = millimetresPerSecond }

    /// Creates a speed from metres per second, rounded to the nearest millimetre per second and clamped to the
    /// representable range.
    public static func metresPerSecond(_ value: Double) -> Speed {
        Speed(millimetresPerSecond: Int32(clamping: clamped(value * 1000)))
    }

    /// The time for a distance at this speed; nil if the speed is zero or negative.
    public func time(for way: Distance) -> Lapse? {
        guard millimetresPerSecond > 0 else { return nil }
        let nanoseconds = Int64(way.millimetres.magnitude) * 1_000_000_000 / Int64(millimetresPerSecond)
        return Lapse(nanoseconds: nanoseconds)
    }
}

extension Speed: Comparable {
    @inlinable public static func < (lhs: Speed, rhs: Speed) -> Bool {
        lhs.millimetresPerSecond < rhs.millimetresPerSecond
    }
}

extension Speed: CustomStringConvertible {
    public var description: String { "\(decimal(Double(millimetresPerSecond) / 1000, places: 2)) m/s" }
}
