extension Spread {
    /// The reason why no gate can spread its runs like this, without a final full stop; nil if one can.
    ///
    /// A gate has one bench and plays with the unit on it: the firmware was not written into any other.
    fileprivate var obstacle: String? {
        guard units > 1 || benches > 1 else { return nil }
        let asked = [
            units > 1 ? counted(units, "unit") : nil, benches > 1 ? counted(benches, "bench", "benches") : nil,
        ].compactMap(\.self).joined(separator: " and ")
        return "a gate covers one unit on one bench, and this asks for \(asked): omit that, and play "
            + "a gate for each"
    }
}

extension GatePlan {
    /// The spread entries that no rig can satisfy, with their lines.
    public var spreadProblems: [PlanProblem] {
        entries.compactMap { entry in
            guard case .spread(let spread) = entry.content, let obstacle = spread.obstacle else { return nil }
            return PlanProblem(plan: name, spot: entry.spot, message: obstacle)
        }
    }
}
