public import Ground

/// How far ultra-wideband goes: everything arrives up to one distance, nothing from another one on, and in between it
/// is lost the more often the farther it is. The figures are an engineering proposal, not measured.
public struct UWBReach: Codable, Hashable, Sendable {
    /// Up to here distance costs nothing.
    public let whole: Distance
    /// From here on nothing arrives; not nearer than `whole`.
    public let end: Distance

    public init(whole: Distance, end: Distance) {
        self.whole = whole
        self.end = max(whole, end)
    }

    /// What a free field gives: 30 m, and nothing beyond 40 m.
    public static let standard = UWBReach(whole: .metres(30), end: .metres(40))

    /// How many ranging rounds of a thousand are lost at a distance.
    public func lossPermille(at distance: Distance) -> Int {
        if distance <= whole { return 0 }
        if distance >= end { return 1000 }
        let edge = Int64((end - whole).millimetres)
        return Int(Int64((distance - whole).millimetres) * 1000 / edge)
    }
}

/// Something that stands between phone and accessory as soon as the phone is farther away than it.
public struct Wall: Codable, Hashable, Sendable {
    /// From the accessory.
    public let distance: Distance
    /// How many ranging rounds of a thousand it takes.
    public let lossPermille: Int
    /// By how much what goes through it seems farther away.
    public let bias: Distance

    public init(at distance: Distance, lossPermille: Int, bias: Distance = .zero) {
        self.distance = distance
        self.lossPermille = min(max(lossPermille, 0), 1000)
        self.bias = bias
    }

    /// Reinforced concrete, which nothing gets through. An engineering proposal.
    public static func concrete(at distance: Distance) -> Wall { Wall(at: distance, lossPermille: 1000) }
    /// A light wall: some rounds are lost, and the way through it is slower. An engineering proposal.
    public static func plaster(at distance: Distance) -> Wall {
        Wall(at: distance, lossPermille: 100, bias: .millimetres(50))
    }
}
