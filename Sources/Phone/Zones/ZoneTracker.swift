public import Ground

/// Derives from measured distances when an accessory enters and leaves zones.
///
/// The median removes single outliers, the hysteresis removes jitter on a boundary, and a change requires several
/// consecutive smoothed distances.
public struct ZoneTracker: Sendable {
    private struct State: Sendable {
        let zone: Zone
        var isInside = false
        var beyond = 0
    }

    private var smoother: DistanceSmoother
    private let confirmations: Int
    private var states: [State]

    /// Creates a tracker. Changes of one measurement are reported in the order of the zones; `confirmations` is at
    /// least 1.
    public init(zones: [Zone], window: Int, confirmations: Int) {
        precondition(confirmations >= 1, "a change needs at least one distance that says so")
        smoother = DistanceSmoother(window: window)
        self.confirmations = confirmations
        states = zones.map { State(zone: $0) }
    }

    /// The zones that the accessory is in.
    public var inside: [ZoneName] { states.filter(\.isInside).map(\.zone.name) }

    /// Adds a measured distance; returns the smoothed one, if available, and the resulting changes.
    public mutating func add(_ measured: Distance) -> (smoothed: Distance?, changes: [ZoneChange]) {
        guard let smoothed = smoother.add(measured) else { return (nil, []) }
        var changes: [ZoneChange] = []
        for index in states.indices {
            if let change = update(&states[index], smoothed) { changes.append(change) }
        }
        return (smoothed, changes)
    }

    /// Forgets the measurements because ranging ended; the accessory counts as outside every zone.
    public mutating func reset() {
        smoother.forget()
        for index in states.indices {
            states[index].isInside = false
            states[index].beyond = 0
        }
    }

    private func update(_ state: inout State, _ smoothed: Distance) -> ZoneChange? {
        let zone = state.zone
        let isBeyond = state.isInside ? smoothed > zone.leavingRadius : smoothed <= zone.radius
        state.beyond = isBeyond ? state.beyond + 1 : 0
        guard state.beyond >= confirmations else { return nil }
        state.isInside.toggle()
        state.beyond = 0
        return ZoneChange(state.isInside ? .entered : .left, zone.name, at: smoothed)
    }
}
