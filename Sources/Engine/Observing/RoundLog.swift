import Ground
import ScenarioKit

/// The ranging rounds of a run, summed up between the marks that queries may start from.
///
/// A run may range for hours. Limits need only counts, the first and the last instant, and sums of errors in whole
/// millimetres, which are the same whether or not the rounds are kept.
struct RoundLog: Sendable {
    /// The number of sums above which those that no query distinguishes are merged.
    static let mostSums = 256

    /// The result of one round.
    struct Round: Sendable {
        let distance: Distance?
        let azimuth: Angle?
        let elevation: Angle?

        init(_ object: NearbyObject) {
            (distance, azimuth, elevation) = (object.distance, object.azimuth?.angle, object.elevation?.angle)
        }

        /// Creates a round from a source that reports the distance alone.
        init(_ distance: Distance?) { (self.distance, azimuth, elevation) = (distance, nil, nil) }
    }

    /// The stage's knowledge of an accessory's position, as far as available.
    typealias Truth = (distance: Distance?, direction: SeenDirection?)

    /// The sum of consecutive rounds with one accessory.
    struct Sum: Sendable {
        let name: AccessoryName
        /// The number of rounds, and of rounds with a distance.
        private(set) var all = 0
        private(set) var heard = 0
        /// The instants of the first and the last distance.
        private(set) var first: Instant?
        private(set) var last: Instant?
        /// The measured minus the true distances, where those are known.
        private(set) var errors = ErrorSum()
        /// The number of distances with a direction, and the errors of these directions in 128ths of a degree.
        private(set) var directions = 0
        private(set) var azimuths = ErrorSum()
        private(set) var elevations = ErrorSum()

        init(of name: AccessoryName) { self.name = name }

        mutating func add(_ round: Round, truth: Truth, at now: Instant) {
            all += 1
            guard let distance = round.distance else { return }
            heard += 1
            first = first ?? now
            last = now
            if let truth = truth.distance { errors.add(Int64(distance.millimetres) - Int64(truth.millimetres)) }
            guard round.azimuth != nil || round.elevation != nil else { return }
            directions += 1
            guard let seen = truth.direction else { return }
            if let azimuth = round.azimuth { azimuths.add(Int64((azimuth - seen.azimuth).rawValue)) }
            if let elevation = round.elevation { elevations.add(Int64((elevation - seen.elevation).rawValue)) }
        }

        /// Adds the sum of later rounds.
        mutating func add(_ later: Sum) {
            all += later.all
            heard += later.heard
            first = first ?? later.first
            last = later.last ?? last
            errors.add(later.errors)
            directions += later.directions
            azimuths.add(later.azimuths)
            elevations.add(later.elevations)
        }
    }

    /// A point in the log.
    struct Mark: Hashable, Sendable {
        static let beginning = Mark(number: 0)
        fileprivate let number: Int
    }

    /// The sums in order, each with the number of the mark it follows.
    private var sums: [(number: Int, sum: Sum)] = []
    /// The number of the current mark.
    private var points = 0

    /// The number of sums kept.
    var size: Int { sums.count }

    /// Returns a mark after the last round.
    mutating func mark() -> Mark {
        if let last = sums.last, last.number == points { points += 1 }
        return Mark(number: points)
    }

    mutating func add(_ name: AccessoryName, _ round: Round, truth: Truth, at now: Instant) {
        if let place = sums.lastIndex(where: { $0.number != points || $0.sum.name == name }),
            sums[place].number == points
        {
            return sums[place].sum.add(round, truth: truth, at: now)
        }
        var sum = Sum(of: name)
        sum.add(round, truth: truth, at: now)
        sums.append((points, sum))
    }

    /// Returns the sum of an accessory's rounds since a mark.
    func sum(of name: AccessoryName, since mark: Mark) -> Sum {
        var whole = Sum(of: name)
        let first = sums.lastIndex { $0.number < mark.number }.map { $0 + 1 } ?? 0
        for (_, sum) in sums[first...] where sum.name == name { whole.add(sum) }
        return whole
    }

    /// Merges sums between marks that no query can start from any more; `marks` are the remaining ones.
    mutating func merge(keeping marks: [Mark]) {
        guard sums.count > Self.mostSums else { return }
        let kept = marks.map(\.number).sorted()
        var merged: [(number: Int, sum: Sum)] = []
        for (number, sum) in sums {
            // The last remaining mark at or before the sum.
            let point = kept.last { $0 <= number } ?? 0
            if let place = merged.lastIndex(where: { $0.number != point || $0.sum.name == sum.name }),
                merged[place].number == point
            {
                merged[place].sum.add(sum)
            } else {
                merged.append((point, sum))
            }
        }
        sums = merged
    }
}

/// Measurement errors in millimetres or 128ths of a degree: their count, sum and sum of squares, exactly.
struct ErrorSum: Sendable {
    private(set) var count = 0
    private var sum: Int128 = 0
    private var squares: Int128 = 0

    mutating func add(_ error: Int64) {
        count += 1
        sum += Int128(error)
        squares += Int128(error) * Int128(error)
    }

    mutating func add(_ other: ErrorSum) {
        count += other.count
        sum += other.sum
        squares += other.squares
    }

    /// The mean; nil without errors.
    var mean: Double? { count == 0 ? nil : Double(sum) / Double(count) }

    /// The sample standard deviation, with the divisor n - 1; nil for fewer than two errors.
    var standardDeviation: Double? {
        guard count > 1 else { return nil }
        let spread = Int128(count) * squares - sum * sum
        return (Double(spread) / Double(count) / Double(count - 1)).squareRoot()
    }
}
