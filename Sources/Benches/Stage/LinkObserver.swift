public import Ground
public import Links
import Synchronization

/// What happened on the link of an accessory that is played, seen from the accessory.
public struct ObservedEvent: Hashable, Sendable {
    public enum What: Hashable, Sendable {
        case connected(BluetoothAddress)
        case encrypted(LinkSecurity)
        /// One ATT PDU.
        case fromPhone([UInt8])
        case toPhone([UInt8])
        case disconnected(DisconnectReason)
    }

    public let what: What
    public let instant: Instant
}

/// Keeps what happened on a link until somebody asks; used from the simulators' thread and another one.
final class LinkObserver: Sendable {
    /// How many events are kept; what comes then is lost.
    private static let limit = 10_000

    private let events = Mutex<[ObservedEvent]>([])

    func see(_ what: ObservedEvent.What, at instant: Instant) {
        events.withLock { if $0.count < Self.limit { $0.append(ObservedEvent(what: what, instant: instant)) } }
    }

    /// What was seen since the last time.
    func take() -> [ObservedEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
