import Glibc

/// The criteria by which an intermittent failure distinguishes a bad revision from a good one.
public struct BisectSettings: Hashable, Sendable {
    /// The least share of its runs in which a bad revision fails.
    public let badRate: Double
    /// The greatest share in which a good one fails in the same way; 0 for never.
    public let goodRate: Double
    /// The confidence that the answer is right.
    public let confidence: Double

    /// Takes rates and a confidence between 0 and 1, the good rate below the bad one.
    public init(badRate: Double, goodRate: Double = 0, confidence: Double = 0.95) throws(StatisticsError) {
        guard badRate > 0, badRate <= 1, goodRate >= 0, goodRate < badRate else {
            throw .outOfRange("the bad rate must lie above the good one, and both between 0 and 1")
        }
        guard confidence > 0.5, confidence < 1 else {
            throw .outOfRange("the confidence must lie above 50 and below 100 %")
        }
        self.badRate = badRate
        self.goodRate = goodRate
        self.confidence = confidence
    }
}

/// The revision to test in a range, and the risk, for the fewest expected runs.
///
/// A good revision costs many clean runs, a bad one few until it fails, so the best one to test is nearer to the bad
/// end than the middle. Found for every size of range by dynamic programming, with the first bad revision equally
/// likely everywhere.
struct BisectPlan {
    /// Ranges larger than this are halved.
    static let mostPlanned = 1_000

    /// The risk of a wrong verdict on each planned revision.
    let risk: Double
    let planned: Int
    private let spare: Double
    /// By the number of candidates for the first bad revision: the number that a test leaves if it comes out bad.
    private let places: [Int]

    init(candidates: Int, _ settings: BisectSettings) {
        let whole = 1 - settings.confidence
        // Both ends are tested too; the further tests for skipped revisions come out of the last tenth.
        spare = whole / 10
        var risk = whole * 0.9 / Double(2 + Self.depth(candidates))
        var table: (places: [Int], depths: [Int]) = ([], [])
        for _ in 0..<3 {
            table = Self.table(min(candidates, Self.mostPlanned), settings, risk)
            let halvings = candidates > Self.mostPlanned ? Self.depth(candidates) : 0
            risk = min(risk, whole * 0.9 / Double(2 + (table.depths.last ?? 0) + halvings))
        }
        self.risk = risk
        planned = Int((whole * 0.9 / risk + 1e-9).rounded(.down))
        places = table.places
    }

    /// Returns the risk of the test with this number, counted from 0: all of them together stay below 1 - confidence.
    func risk(ofTest number: Int) -> Double {
        number < planned ? risk : spare / pow(2, Double(min(number - planned + 1, 60)))
    }

    /// Returns the number of candidates that remain if the tested one is bad: from 1 to one less than all.
    func kept(of candidates: Int) -> Int {
        candidates < places.count ? places[candidates] : candidates / 2
    }

    private static func depth(_ candidates: Int) -> Int {
        var (depth, covered) = (0, 1)
        while covered < candidates { (depth, covered) = (depth + 1, covered * 2) }
        return depth
    }

    private static func table(
        _ most: Int, _ settings: BisectSettings, _ risk: Double
    ) -> (places: [Int], depths: [Int]) {
        let good = max(1, log(risk) / log1p(-min(settings.badRate, 0.999_999)))
        let bad = settings.goodRate == 0 ? 1 / settings.badRate : good
        var costs = [0.0, 0.0]
        var places = [0, 0]
        var depths = [0, 0]
        for size in stride(from: 2, through: max(2, most), by: 1) {
            var best = (cost: Double.infinity, place: 1)
            for kept in 1..<size {
                let share = Double(kept) / Double(size)
                let cost = share * (bad + costs[kept]) + (1 - share) * (good + costs[size - kept])
                if cost < best.cost { best = (cost, kept) }
            }
            costs.append(best.cost)
            places.append(best.place)
            depths.append(1 + max(depths[best.place], depths[size - best.place]))
        }
        return (places, depths)
    }
}
