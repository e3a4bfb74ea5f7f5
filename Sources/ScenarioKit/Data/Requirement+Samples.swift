import Ground

extension Requirement {
    /// How many samples make a mean, a scatter or a rate: as many as Apple's sample judges a signal by
    /// (nearby-interaction.md, section 5.7).
    private static let ofAWhole = 8

    /// How many samples it takes for the limit to say anything; fewer neither keep nor break it.
    ///
    /// Where so many hundredths must keep it, or a share must be reached, one sample must be able to miss it: that
    /// takes 20 of them for a 95th percentile. A limit that each sample must keep is broken or kept by one.
    public var samplesNeeded: Int {
        if let percentile { return Self.samples(telling: percentile, of: 100) }
        switch (figure, bound.amount) {
        case (.updateRate, _), (.bias, _), (.standardDeviation, _): return Self.ofAWhole
        case (.availability, .share(let share)): return Self.samples(telling: Int(clamping: share.permille), of: 1000)
        case (.availability, _), (.latency, _), (.connection, _), (.exchange, _), (.firstFix, _),
            (.detectedToRouted, _), (.readCommands, _):
            return 1
        }
    }

    /// The fewest samples of which so large a part, and so large a rest, is one or more; one for all or nothing.
    private static func samples(telling part: Int, of whole: Int) -> Int {
        let rest = whole - part
        guard part > 0, rest > 0 else { return 1 }
        let smaller = min(part, rest)
        return (whole + smaller - 1) / smaller
    }
}
