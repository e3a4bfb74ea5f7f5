import Ground
import Links

/// Links that the bench cuts by blocking an accessory's Bluetooth: once a link is lost, the radio is unblocked, so that
/// the accessory can come back.
struct LinkCuts {
    /// The time in which a link through a blocked radio must end: the longest supervision timeout is 32 s (Core
    /// Specification, volume 4, part E, section 7.8.12).
    static let limit = Lapse.seconds(35)

    private struct Cut {
        let name: AccessoryName
        /// The time at which the program reported the radio as blocked; nil while it is busy.
        var since: Instant?
    }

    /// The accessories whose links are up.
    private var linked: Set<AccessoryName> = []
    private var cuts: [Cut] = []

    /// Records that a program was asked to block an accessory's Bluetooth.
    mutating func begin(_ name: AccessoryName) { cuts.append(Cut(name: name)) }

    /// Records an arrival; returns the accessory whose Bluetooth the bench should unblock now.
    mutating func note(_ arrival: Arrival) -> AccessoryName? {
        switch arrival.inbound {
        case .bluetooth(let name, .connected):
            linked.insert(name)
            return nil
        case .bluetooth(let name, .disconnected):
            linked.remove(name)
            return over(name)
        case .stage(.radio(.ble, let name, isBlocked: true)):
            guard let place = cuts.firstIndex(where: { $0.name == name }) else { return nil }
            cuts[place].since = arrival.instant
            return over(name)
        default: return nil
        }
    }

    /// Ends the cut of a link that is down, if its radio is blocked.
    private mutating func over(_ name: AccessoryName) -> AccessoryName? {
        guard !linked.contains(name),
            let place = cuts.firstIndex(where: { $0.name == name && $0.since != nil })
        else { return nil }
        return cuts.remove(at: place).name
    }

    /// The earliest time at which a link has outlived its blocked radio.
    var overdue: Instant { cuts.compactMap(\.since).min().map { $0 + Self.limit } ?? .never }

    /// Removes and returns an accessory whose link has outlived its blocked radio, which the rig is to blame for.
    mutating func takeOverdue(at now: Instant) -> AccessoryName? {
        guard let place = cuts.firstIndex(where: { $0.since.map { $0 + Self.limit <= now } == true }) else {
            return nil
        }
        return cuts.remove(at: place).name
    }
}
