public import Ground

/// The range of ultra-wideband: every round arrives up to one distance and none from another one on; in between,
/// losses grow with distance. The figures are an engineering estimate, not measured.
public struct UWBReach: Codable, Hashable, Sendable {
    /// The distance up to which no round is lost.
    public let whole: Distance
    /// The distance from which nothing arrives; not less than `whole`.
    public let end: Distance

    public init(whole: Distance, end: Distance) {
        self.whole = whole
        self.end = max(whole, end)
    }

    /// The range in open space: all rounds up to 30 m, none from 40 m.
    public static let standard = UWBReach(whole: .metres(30), end: .metres(40))

    /// Returns the number of ranging rounds in a thousand that are lost at a distance.
    public func lossPermille(at distance: Distance) -> Int {
        if distance <= whole { return 0 }
        if distance >= end { return 1000 }
        let edge = Int64((end - whole).millimetres)
        return Int(Int64((distance - whole).millimetres) * 1000 / edge)
    }
}

/// An obstacle between phone and accessory that takes effect once the phone is farther from the accessory than it is.
public struct Wall: Codable, Hashable, Sendable {
    /// Its distance from the accessory.
    public let distance: Distance
    /// The number of ranging rounds in a thousand that it blocks.
    public let lossPermille: Int
    /// The distance it adds to measurements made through it.
    public let bias: Distance

    public init(at distance: Distance, lossPermille: Int, bias: Distance = .zero) {
        self.distance = distance
        self.lossPermille = min(max(lossPermille, 0), 1000)
        self.bias = bias
    }

    /// Reinforced concrete, which blocks everything. An engineering estimate.
    public static func concrete(at distance: Distance) -> Wall { Wall(at: distance, lossPermille: 1000) }
    /// A light wall that loses some rounds and slows the signal. An engineering estimate.
    public static func plaster(at distance: Distance) -> Wall {
        Wall(at: distance, lossPermille: 100, bias: .millimetres(50))
    }
}
