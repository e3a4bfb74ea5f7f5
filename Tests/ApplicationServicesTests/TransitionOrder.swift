import ApplicationServices
import Ground

/// Checks the order in which one side's objects change their states.
///
/// A connection starts in `setup`; then `waiting` and `preparing` alternate; `ready` follows only `preparing` and the
/// agent's hello; `failed` and `cancelled` end it, and nothing follows `cancelled` (network.md, sections 5
/// and 8.3). It is inferred that a waiting connection may fail, that `setup` may go to `cancelled`, and that no state
/// but `waiting` may repeat. A listener is never `preparing` and needs no hello.
struct TransitionOrder: Sendable {
    /// A violation of the order by a transition.
    enum Fault: Hashable, Sendable {
        /// The object's first state is not `setup`.
        case notFromSetup
        case afterCancelled
        case readyAfterFailed
        case twiceReady
        case readyBeforeHello
        /// Another step that is not allowed.
        case step(from: ConnectionState.Kind, to: ConnectionState.Kind)
        /// The sequence number is not the next one.
        case sequence(after: Int)
        /// The instant is earlier than the previous one.
        case instant
    }

    private struct Known: Hashable {
        var state: ConnectionState.Kind?
        var hasHello = false
        var wasReady = false
        var hasFailed = false
    }

    private var objects: [ServiceObject: Known] = [:]
    private var last: (sequence: Int, instant: Instant)?

    /// Records that the agent's hello for a connection was received or sent.
    mutating func receiveHello(of object: ServiceObject) { objects[object, default: Known()].hasHello = true }

    /// Takes the next transition and returns all its violations. An invalid transition is recorded like any other.
    mutating func receive(_ transition: ServiceTransition) -> [Fault] {
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
        let isAllowed = kind == .connection ? Self.connectionSteps(from: state) : Self.listenerSteps(from: state)
        return isAllowed.contains(next) ? nil : .step(from: state, to: next)
    }

    private static func connectionSteps(from state: ConnectionState.Kind) -> [ConnectionState.Kind] {
        switch state {
        case .setup: [.waiting, .preparing, .cancelled]
        case .waiting: [.waiting, .preparing, .failed, .cancelled]
        case .preparing: [.waiting, .ready, .failed, .cancelled]
        case .ready: [.failed, .cancelled]
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
