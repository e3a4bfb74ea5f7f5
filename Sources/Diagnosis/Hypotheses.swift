import Glibc

/// How much of all belief falls to each defect, after a pattern was seen.
///
/// Beforehand a healthy accessory, one defect, two defects and something unknown are taken for equally likely, and so
/// are all defects, and all pairs of them.
struct Hypotheses {
    /// For each profile, that the accessory has this defect, alone or beside another one; the first profile, that of
    /// healthy accessories, has none.
    let belief: [Double]
    /// That it is healthy, or that something is wrong which the zoo does not know.
    let none: Double
    /// For each profile, that the accessory has this defect alone.
    let alone: [Double]
    /// That it has two defects, whichever.
    let two: Double
    private let pairs: [Double]

    init(_ likelihoods: Likelihoods, profiles count: Int) {
        let defects = count - 1
        let alone = (0..<count).map { likelihoods.single($0) - ($0 == 0 || defects == 0 ? 0 : log(Double(defects))) }
        let unknown = likelihoods.unknown
        var pairs = Array(repeating: -Double.infinity, count: count * count)
        let rare = log(Double(max(1, defects * (defects - 1) / 2)))
        for one in 1..<max(1, count) {
            for other in (one + 1)..<max(one + 1, count) {
                pairs[one * count + other] = likelihoods.pair(one, other) - rare
            }
        }
        let most = max(unknown, alone.max() ?? unknown, pairs.max() ?? unknown)
        let masses = (alone: alone.map { exp($0 - most) }, pairs: pairs.map { exp($0 - most) })
        let all = exp(unknown - most) + masses.alone.reduce(0, +) + masses.pairs.reduce(0, +)
        self.alone = masses.alone.enumerated().map { $0 == 0 ? 0 : $1 / all }
        self.pairs = masses.pairs.map { $0 / all }
        two = self.pairs.reduce(0, +)
        none = (exp(unknown - most) + (masses.alone.first ?? 0)) / all
        var belief = self.alone
        for one in 1..<max(1, count) {
            for other in (one + 1)..<max(one + 1, count) {
                belief[one] += self.pairs[one * count + other]
                belief[other] += self.pairs[one * count + other]
            }
        }
        self.belief = belief
    }

    /// That it has both.
    func both(_ one: Int, _ other: Int) -> Double { pairs[min(one, other) * belief.count + max(one, other)] }
}
