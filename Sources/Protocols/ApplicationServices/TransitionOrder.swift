import Ground

/// Judges the order in which the objects of one side change their states.
///
/// Of a connection: setup first; then waiting and preparing in turns; ready only from preparing and behind the agent's
/// hello; failed and cancelled end it, and nothing follows cancelled (network fact sheet, sections 5 and 8.3). That a
/// connection may fail while it waits, that it goes from setup to cancelled, and that no state but waiting follows
/// itself, is inferred. A listener does not prepare, and needs no hello.
public struct TransitionOrder: Sendable {
    /// What is wrong about a transition.
    public enum Fault: Hashable, Sendable {
        /// The object's first state is not setup.
        case notFromSetup
        case afterCancelled
        case readyAfterFailed
        case twiceReady
        case readyBeforeHello
        /// Another step that no object takes.
        case step(from: ConnectionState.Kind, to: ConnectionState.Kind)
        /// The number is not the next one.
        case sequence(after: Int)
        /// Earlier than the one before.
        case instant
    }

    private struct Known: Hashable {
        var state: ConnectionState.Kind?
        var hasHello = false
        var wasReady = false
        var hasFailed = false
    }

    /// Whether a connection may wait once more after it was ready, which the sheet leaves open (section 5, [U]).
    public let allowsWaitingAfterReady: Bool
    private var objects: [ServiceObject: Known] = [:]
    private var last: (sequence: Int, instant: Instant)?

    public init(allowsWaitingAfterReady: Bool = false) { self.allowsWaitingAfterReady = allowsWaitingAfterReady }

    /// The agent's hello for a connection came, or was sent.
    public mutating func receiveHello(of object: ServiceObject) { objects[object, default: Known()].hasHello = true }

    /// Takes the next transition, and tells all that is wrong about it. A wrong one is taken like any other.
    public mutating func receive(_ transition: ServiceTransition) -> [Fault] {
        var faults: [Fault] = []
        if let last {
            if transition.sequence != last.sequence + 1 { faults.append(.sequence(after: last.sequence)) }
            if transition.instant < last.instant { faults.append(.instant) }
        }
        last = (transition.sequence, transition.instant)
        var known = objects[transition.object] ?? Known()
        let next = transition.state.kind
        if let fault = fault(known, next, transition.object.kind) { faults.append(fault) }
        if known.state != .cancelled { known.state = next }
        known.wasReady = known.wasReady || next == .ready
        known.hasFailed = known.hasFailed || next == .failed
        objects[transition.object] = known
        return faults
    }

    private func fault(_ known: Known, _ next: ConnectionState.Kind, _ kind: ServiceObject.Kind) -> Fault? {
        guard let state = known.state else { return next == .setup ? nil : .notFromSetup }
        if state == .cancelled { return .afterCancelled }
        if next == .ready {
            if known.hasFailed { return .readyAfterFailed }
            if known.wasReady { return .twiceReady }
            if kind == .connection, !known.hasHello { return .readyBeforeHello }
        }
        let isAllowed = kind == .connection ? connectionSteps(from: state) : Self.listenerSteps(from: state)
        return isAllowed.contains(next) ? nil : .step(from: state, to: next)
    }

    private func connectionSteps(from state: ConnectionState.Kind) -> [ConnectionState.Kind] {
        switch state {
        case .setup: [.waiting, .preparing, .cancelled]
        case .waiting: [.waiting, .preparing, .failed, .cancelled]
        case .preparing: [.waiting, .ready, .failed, .cancelled]
        case .ready: allowsWaitingAfterReady ? [.waiting, .failed, .cancelled] : [.failed, .cancelled]
        case .failed: [.cancelled]
        case .cancelled: []
        }
    }

    private static func listenerSteps(from state: ConnectionState.Kind) -> [ConnectionState.Kind] {
        switch state {
        case .setup: [.waiting, .ready, .failed, .cancelled]
        case .waiting: [.waiting, .ready, .failed, .cancelled]
        case .ready: [.waiting, .failed, .cancelled]
        case .failed: [.cancelled]
        case .preparing, .cancelled: []
        }
    }
}
