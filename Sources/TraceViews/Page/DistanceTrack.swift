public import Ground
import Vocabulary
import Wording

/// The distances to one accessory over time, as many as a picture can show.
struct DistanceTrack: Sendable {
    struct Sample: Hashable, Sendable {
        let instant: Instant
        let measured: Distance
        /// What the phone made of it; nil where the trace does not tell.
        let smoothed: Distance?
    }

    /// A picture has fewer dots than this; when there are more samples, every second one goes.
    static let limit = 4_000

    let name: String
    private(set) var samples: [Sample] = []
    /// One sample of so many is kept.
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

/// A zone change as a page draws it.
struct DrawnChange: Sendable {
    let instant: Instant
    let accessory: AccessoryName
    let change: ZoneChange

    /// Without the accessory's name and the distance: `entered far`.
    var name: String { "\(change.kind.rawValue) \(change.zone)" }
    /// With everything.
    var text: String { PhoneEvent.zone(accessory: accessory, change: change).words }
}

/// A zone as a page draws it.
public struct DrawnZone: Hashable, Sendable {
    public let name: String
    public let radius: Distance
    /// Beyond which it is left.
    public let leavingRadius: Distance
    /// The only accessory that has it; nil for every one.
    public let accessory: String?

    public init(name: String, radius: Distance, leavingRadius: Distance, accessory: String?) {
        self.name = name
        self.radius = radius
        self.leavingRadius = leavingRadius
        self.accessory = accessory
    }
}

/// The distances to one accessory over a run, and its zones, for another picture than the run's own page has.
public struct DrawnDistances: Sendable {
    public let accessory: String
    public let samples: [(instant: Instant, distance: Distance)]
    public let zones: [DrawnZone]
}
