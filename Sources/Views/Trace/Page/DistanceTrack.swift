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
    }

    /// The greatest number of dots in a chart; when there are more samples, every second one is dropped.
    static let limit = 4_000

    let name: String
    private(set) var samples: [Sample] = []
    /// The number of samples per sample kept.
    private var stride = 1
    private var skipped = 0

    init(_ name: String) { self.name = name }

    mutating func add(_ measured: Distance, smoothed: Distance? = nil, at instant: Instant) {
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        samples.append(Sample(instant: instant, measured: measured, smoothed: smoothed))
        guard samples.count >= Self.limit else { return }
        samples = samples.enumerated().compactMap { $0.offset % 2 == 0 ? $0.element : nil }
        stride *= 2
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
