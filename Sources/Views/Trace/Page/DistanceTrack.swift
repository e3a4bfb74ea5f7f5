public import Ground
import Vocabulary
import Wording

/// The distances to one accessory over time, as many as a chart can show.
struct DistanceTrack: Sendable {
    struct Sample: Hashable, Sendable {
        let instant: Instant
        let measured: Distance
        /// The phone's smoothed value; nil if the trace does not have it.
        let smoothed: Distance?
        /// The frame that reported it; nil if unknown.
        let frame: Int?
    }

    /// A ranging round without a distance.
    struct LostRound: Hashable, Sendable {
        let instant: Instant
        let frame: Int?
    }

    /// The greatest number of dots in a chart; when there are more samples, every second one is dropped.
    static let limit = 4_000

    let name: String
    private var measurements = Thinned<Sample>()
    private var losses = Thinned<LostRound>()

    init(_ name: String) { self.name = name }

    var samples: [Sample] { measurements.kept }
    var lost: [LostRound] { losses.kept }
    /// The number of lost rounds, drawn or not.
    var lostCount: Int { losses.count }

    mutating func add(_ measured: Distance, smoothed: Distance? = nil, at instant: Instant, frame: Int? = nil) {
        measurements.add(Sample(instant: instant, measured: measured, smoothed: smoothed, frame: frame))
    }

    mutating func loseRound(at instant: Instant, frame: Int? = nil) {
        losses.add(LostRound(instant: instant, frame: frame))
    }
}

/// Evenly spaced elements of a sequence of any length.
private struct Thinned<Element: Sendable>: Sendable {
    private(set) var kept: [Element] = []
    /// The number of elements, kept or not.
    private(set) var count = 0
    /// The number of elements per element kept.
    private var stride = 1
    private var skipped = 0

    mutating func add(_ element: Element) {
        count += 1
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        kept.append(element)
        guard kept.count >= DistanceTrack.limit else { return }
        kept = kept.enumerated().compactMap { $0.offset % 2 == 0 ? $0.element : nil }
        stride *= 2
    }
}

/// The true distances of an accessory: where the bench put it, and the walks between.
struct TrueDistances: Sendable {
    struct Place: Hashable, Sendable {
        let instant: Instant
        let distance: Distance
        /// Whether it was moved there evenly from the last place.
        let isReached: Bool
    }

    /// The greatest number of places; any more are not drawn.
    private static let limit = 2_000

    private(set) var places: [Place] = []
    /// The end of a walk that has begun.
    private var target: Distance?

    mutating func place(at distance: Distance, from instant: Instant) {
        add(Place(instant: instant, distance: distance, isReached: false))
        target = nil
    }

    mutating func move(from start: Distance, to end: Distance, at instant: Instant) {
        place(at: start, from: instant)
        target = end
    }

    mutating func arrive(at instant: Instant) {
        guard let target else { return }
        add(Place(instant: instant, distance: target, isReached: true))
        self.target = nil
    }

    private mutating func add(_ place: Place) {
        if places.count < Self.limit { places.append(place) }
    }
}

/// A zone change as drawn on a page.
struct DrawnChange: Sendable {
    let instant: Instant
    let accessory: AccessoryName
    let change: ZoneChange

    /// The change without the accessory's name and the distance: `entered far`.
    var name: String { "\(change.kind.rawValue) \(change.zone)" }
    /// The complete text.
    var text: String { PhoneEvent.zone(accessory: accessory, change: change).words }
}

/// A zone as drawn on a page.
public struct DrawnZone: Hashable, Sendable {
    public let name: String
    public let radius: Distance
    /// The radius beyond which the zone is left.
    public let leavingRadius: Distance
    /// The only accessory with the zone; nil if every accessory has it.
    public let accessory: String?

    public init(name: String, radius: Distance, leavingRadius: Distance, accessory: String?) {
        self.name = name
        self.radius = radius
        self.leavingRadius = leavingRadius
        self.accessory = accessory
    }
}

/// The distances to one accessory over a run, and its zones, for charts outside the run's own page.
public struct DrawnDistances: Sendable {
    public let accessory: String
    public let samples: [(instant: Instant, distance: Distance)]
    public let zones: [DrawnZone]
}
