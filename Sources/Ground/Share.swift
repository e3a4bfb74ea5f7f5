/// A part of a whole, in thousandths: 900 is nine tenths.
public struct Share: Hashable, Codable, Sendable {
    public let permille: Int64

    @inlinable public init(permille: Int64) { self.permille = permille }

    public static let zero = Share(permille: 0)
    public static let whole = Share(permille: 1000)
    public static func permille(_ value: Int64) -> Share { Share(permille: value) }

    /// Hundredths, rounded to the nearest thousandth and clamped to what fits.
    public static func percent(_ value: Double) -> Share { Share(permille: clamped(value * 10)) }

    public var percent: Double { Double(permille) / 10 }

    /// So many of so many, rounded down so that only all of them are the whole; nil of none.
    public init?(_ part: Int, of whole: Int) {
        guard whole > 0 else { return nil }
        permille = saturatingProduct(Int64(part), 1000) / Int64(whole)
    }
}

extension Share: Comparable {
    @inlinable public static func < (lhs: Share, rhs: Share) -> Bool { lhs.permille < rhs.permille }
}

extension Share: CustomStringConvertible {
    /// Per cent with one decimal, as in `97.5 %`.
    public var description: String { "\(decimal(percent, places: 1)) %" }
}
