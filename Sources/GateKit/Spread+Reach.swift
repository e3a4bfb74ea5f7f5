extension Spread {
    /// Why no gate can spread its runs like that, as a sentence without its full stop; nil where one can.
    ///
    /// A gate has one bench, and plays with what stands there: into another unit nobody wrote the firmware.
    fileprivate var obstacle: String? {
        guard units > 1 || benches > 1 else { return nil }
        let asked = [
            units > 1 ? counted(units, "unit") : nil, benches > 1 ? counted(benches, "bench", "benches") : nil,
        ].compactMap(\.self).joined(separator: " and ")
        return "one gate shows something of one unit on one bench, and it asks for \(asked): leave that away, and play "
            + "a gate for each"
    }
}

extension GatePlan {
    /// That its runs cannot be spread as it asks, whatever the rig; with the entry's line.
    public var spreadProblems: [PlanProblem] {
        entries.compactMap { entry in
            guard case .spread(let spread) = entry.content, let obstacle = spread.obstacle else { return nil }
            return PlanProblem(plan: name, spot: entry.spot, message: obstacle)
        }
    }
}
