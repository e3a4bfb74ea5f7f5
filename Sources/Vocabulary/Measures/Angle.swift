import Ground

/// An angle in 128ths of a degree, as UWB kits report them.
public struct Angle: Hashable, Codable, Sendable {
    public let rawValue: Int16
    public init(rawValue: Int16) { self.rawValue = rawValue }

    public static let zero = Angle(rawValue: 0)

    /// Returns the nearest 128th; an angle beyond a half turn becomes the same direction within one.
    public static func degrees(_ degrees: Double) -> Angle {
        guard degrees.isFinite else { return .zero }
        let turns = (degrees / 360).rounded()
        let rest = ((degrees - turns * 360) * 128).rounded()
        // Straight behind has one value: half a turn to the right.
        return Angle(rawValue: rest <= -180 * 128 ? 180 * 128 : Int16(clamping: Int(rest)))
    }

    public var degrees: Double { Double(rawValue) / 128 }
    public var magnitude: Angle { Angle(rawValue: rawValue < 0 ? 0 &- rawValue : rawValue) }

    /// Returns the shorter rotation from `other` to `one`.
    public static func - (one: Angle, other: Angle) -> Angle { .degrees(one.degrees - other.degrees) }
    public static func + (one: Angle, other: Angle) -> Angle { .degrees(one.degrees + other.degrees) }
}

extension Angle: Comparable {
    public static func < (one: Angle, other: Angle) -> Bool { one.rawValue < other.rawValue }
}

extension Angle: CustomStringConvertible {
    public var description: String { "\(decimal(degrees, places: 1)) degrees" }
}
