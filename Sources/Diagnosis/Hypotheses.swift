import Glibc

/// The posterior probability of each defect, given a pattern.
///
/// A priori, a healthy accessory, one defect, two defects, a rig that measures badly and something unknown are
/// equally likely, and so are all defects, all pairs of them, and all such rigs.
struct Hypotheses {
    /// For each profile, the probability that the accessory has this defect, alone or with another one. The most
    /// likely rig has the probability of all rigs; the healthy profile and the other rigs have none.
    let belief: [Double]
    /// The probability that it is healthy, or that something is wrong which the zoo does not know.
    let none: Double
    /// The most likely rig; nil if none is known.
    let rig: Int?
    /// For each profile, the probability that the accessory has only this defect, or that it is this rig.
    let alone: [Double]
    /// The probability that it has any two defects.
    let two: Double
    private let pairs: [Double]

    init(_ likelihoods: Likelihoods, of knowledge: Knowledge) {
        let (count, defects, rigs) = (knowledge.profiles.count, knowledge.defectPlaces, knowledge.rigPlaces)
        var alone = (0..<count).map { likelihoods.single($0) }
        for place in defects { alone[place] -= log(Double(defects.count)) }
        for place in rigs { alone[place] -= log(Double(rigs.count)) }
        let unknown = likelihoods.unknown
        var pairs = Array(repeating: -Double.infinity, count: count * count)
        let rare = log(Double(max(1, defects.count * (defects.count - 1) / 2)))
        for one in defects {
            for other in defects where other > one {
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
        rig = rigs.max { alone[$0] < alone[$1] }
        var belief = self.alone
        for place in rigs { belief[place] = 0 }
        if let rig { belief[rig] = self.alone[rigs].reduce(0, +) }
        for one in defects {
            for other in defects where other > one {
                belief[one] += self.pairs[one * count + other]
                belief[other] += self.pairs[one * count + other]
            }
        }
        self.belief = belief
    }

    /// Returns the probability that it has both.
    func both(_ one: Int, _ other: Int) -> Double { pairs[min(one, other) * belief.count + max(one, other)] }
}
