import Ground

/// The distances of the last two seconds, from which Apple's sample app judges their quality: at least eight of them
/// and no farther than 50 m (nearby-interaction.md, section 5.7).
struct SampleWindow: Hashable, Sendable {
    static let span = Lapse.seconds(2)
    static let enough = 8
    static let farthest = Distance.metres(50)
    /// More than any accessory measures in two seconds.
    static let limit = 512

    private var instants: [Instant] = []
    private var last: Distance?

    /// Adds a distance that was measured now.
    mutating func add(_ distance: Distance, at now: Instant) {
        forget(before: now)
        if instants.count == Self.limit { instants.removeFirst() }
        instants.append(now)
        last = distance
    }

    /// Drops distances that are too old to count.
    mutating func forget(before now: Instant) { instants.removeAll { now - $0 > Self.span } }

    var quality: NearbyObject.Quality {
        guard instants.count >= Self.enough, let last else { return .unknown }
        return last > Self.farthest ? .poor : .good
    }

    /// The mean time between the distances; nil while there are fewer than two.
    var meanInterval: Lapse? {
        guard let first = instants.first, let last = instants.last, instants.count > 1 else { return nil }
        return Lapse(nanoseconds: (last - first).nanoseconds / Int64(instants.count - 1))
    }
}
