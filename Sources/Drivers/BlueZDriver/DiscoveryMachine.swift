import Ground

/// Keeps the kernel's device discovery running exactly while any link is searching for its accessory.
///
/// Discovery is started and stopped by management commands that are answered later, ends by itself after about 10 s,
/// and answers "busy" while an earlier one has not ended (facts/bluez.md, 2.3). A controller may report a device only
/// once, and the kernel drops reports received before the start has completed, so discovery is restarted from time to
/// time.
struct DiscoveryMachine: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        case started(ManagementStatus)
        case stopped(ManagementStatus)
        /// The kernel reported the beginning or end of discovery.
        case discovering(Bool)
    }

    enum Effect: Hashable, Sendable {
        case start
        case stop
        /// Discovery was refused permanently.
        case failed(ManagementStatus)
    }

    enum State: Hashable, Sendable {
        case off
        case starting
        case on(until: Instant)
        case stopping
        case pausing(until: Instant)
    }

    /// The pause before retrying with a busy kernel.
    static let retryPause = Lapse.milliseconds(100)
    /// The duration of one discovery; a controller scans nearly all of that time, and pauses for milliseconds.
    static let renewal = Lapse.milliseconds(500)

    private(set) var state = State.off
    private var isWanted = false

    var deadline: Instant? {
        switch state {
        case .pausing(let until), .on(let until): until
        case .off, .starting, .stopping: nil
        }
    }

    /// Sets whether discovery is wanted.
    mutating func want(_ wanted: Bool) -> [Effect] {
        isWanted = wanted
        switch state {
        case .off where wanted: return move(to: .starting, .start)
        case .on where !wanted: return move(to: .stopping, .stop)
        case .off, .starting, .on, .stopping, .pausing: return []
        }
    }

    mutating func receive(_ event: Event, at now: Instant) -> [Effect] {
        switch (state, event) {
        case (.starting, .started(.success)):
            return isWanted ? move(to: .on(until: now + DiscoveryMachine.renewal)) : move(to: .stopping, .stop)
        case (.starting, .started(.busy)):
            return move(to: .pausing(until: now + DiscoveryMachine.retryPause), .stop)
        case (.starting, .started(let status)):
            return move(to: .off, .failed(status))
        case (.stopping, .stopped), (.on, .discovering(false)):
            return isWanted ? move(to: .starting, .start) : move(to: .off)
        case (_, .started), (_, .stopped), (_, .discovering): return []
        }
    }

    mutating func advance(to now: Instant) -> [Effect] {
        guard let deadline, deadline <= now else { return [] }
        if case .on = state { return move(to: .stopping, .stop) }
        return isWanted ? move(to: .starting, .start) : move(to: .off)
    }

    private mutating func move(to next: State, _ effects: Effect...) -> [Effect] {
        state = next
        return effects
    }
}
