import Ground

/// Keeps the kernel's device discovery running while some link searches for its accessory, and only then.
///
/// Discovery is started and stopped by management commands that are answered later, ends by itself after about 10 s,
/// and answers "busy" while an earlier one is not yet over (facts/bluez.md, 2.3). A controller may report a device once
/// only, and the kernel drops what it reports before the start is settled, so discovery is begun anew now and then.
struct DiscoveryMachine: Hashable, Sendable {
    enum Event: Hashable, Sendable {
        case started(ManagementStatus)
        case stopped(ManagementStatus)
        /// The kernel says that discovery began or ended.
        case discovering(Bool)
    }

    enum Effect: Hashable, Sendable {
        case start
        case stop
        /// Discovery is refused for good.
        case failed(ManagementStatus)
    }

    enum State: Hashable, Sendable {
        case off
        case starting
        case on(until: Instant)
        case stopping
        case pausing(until: Instant)
    }

    /// The pause after which a busy kernel is asked again.
    static let retryPause = Span.milliseconds(100)
    /// How long one discovery lasts; a controller scans nearly all of that time, and pauses for milliseconds.
    static let renewal = Span.milliseconds(500)

    private(set) var state = State.off
    private var isWanted = false

    var deadline: Instant? {
        switch state {
        case .pausing(let until), .on(let until): until
        case .off, .starting, .stopping: nil
        }
    }

    /// Says whether discovery is wanted from now on.
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
