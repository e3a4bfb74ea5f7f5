import Ground
import TagRouting

/// The notifications of tags on the phone's screen: shown, tapped or left alone, and delivered once it is unlocked.
///
/// Every new tag with a usable URI gives one (B3), also when its app is in the foreground (B7); nothing is delivered
/// before the user taps it (B4); a locked phone asks to be unlocked first (B5); one that is not tapped stays in the
/// list (B6), and so does one whose unlocking fails (inferred).
struct TagNotifications: Sendable {
    /// More than a user lets pile up; beyond it the oldest is dropped. Trammel's own choice.
    static let limit = 50
    /// The time until the phone notices that unlocking failed; Trammel's own choice.
    static let failedUnlock = Lapse.seconds(1)

    struct Notification: Hashable, Sendable {
        let number: Int
        let decision: RouteDecision
        /// The whole NDEF message of the tag.
        let message: [UInt8]
    }

    private enum State: Sendable {
        case idle
        /// The user tapped, and the phone asked to be unlocked.
        case unlocking(Notification, due: Instant)
    }

    private let answer: NotificationAnswer
    private let unlock: UnlockAnswer
    private var state = State.idle
    /// Oldest first.
    private(set) var shown: [Notification] = []
    private var taps = Agenda<Int>()
    private var count = 0

    init(answer: NotificationAnswer, unlock: UnlockAnswer) {
        self.answer = answer
        self.unlock = unlock
    }

    var deadline: Instant? {
        switch state {
        case .idle: taps.next
        case .unlocking(_, let due): due
        }
    }

    /// Shows a notification for a tag.
    mutating func show(_ decision: RouteDecision, message: [UInt8], at now: Instant) -> [TagEvent] {
        var events: [TagEvent] = []
        if shown.count == Self.limit {
            let oldest = shown.removeFirst()
            taps.removeAll { $0 == oldest.number }
            events.append(.dropped(destination: oldest.decision.destination))
        }
        count += 1
        shown.append(Notification(number: count, decision: decision, message: message))
        events.append(.notified(destination: decision.destination, number: count))
        switch answer {
        case .opens(let span): taps.add(count, at: now + span)
        case .ignores: events.append(.leftAlone(destination: decision.destination, number: count))
        }
        return events
    }

    /// Taps the newest notification.
    mutating func tapNewest(isLocked: Bool, at now: Instant) -> [TagEvent] {
        guard case .idle = state, let newest = shown.last else { return [.nothingToTap] }
        return tap(newest, isLocked: isLocked, at: now)
    }

    /// Handles one thing that is due, if any.
    mutating func advance(isLocked: Bool, to now: Instant) -> [TagEvent] {
        switch state {
        case .idle:
            guard let (_, number) = taps.popDue(at: now), let notification = shown.first(where: { $0.number == number })
            else { return [] }
            return tap(notification, isLocked: isLocked, at: now)
        case .unlocking(let notification, let due):
            guard due <= now else { return [] }
            state = .idle
            switch unlock {
            case .succeeds: return [.unlocked] + deliver(notification)
            case .fails: return [.unlockFailed(number: notification.number)]
            }
        }
    }

    /// Records that the phone was unlocked independently of a notification, so that a waiting one is delivered.
    mutating func unlocked() -> [TagEvent] {
        guard case .unlocking(let notification, _) = state else { return [] }
        state = .idle
        return deliver(notification)
    }

    /// Restarts the phone: pending taps are dropped; the list stays (B6).
    mutating func restart() {
        state = .idle
        taps.removeAll { _ in true }
    }

    private mutating func tap(_ notification: Notification, isLocked: Bool, at now: Instant) -> [TagEvent] {
        taps.removeAll { $0 == notification.number }
        let tapped = TagEvent.tapped(destination: notification.decision.destination)
        guard isLocked else { return [tapped] + deliver(notification) }
        let time: Lapse =
            switch unlock {
            case .succeeds(let span): span
            case .fails: Self.failedUnlock
            }
        state = .unlocking(notification, due: now + time)
        return [tapped, .unlockAsked(number: notification.number)]
    }

    private mutating func deliver(_ notification: Notification) -> [TagEvent] {
        shown.removeAll { $0.number == notification.number }
        let destination = notification.decision.destination
        guard let input = AppInput(delivering: notification.decision, message: notification.message) else { return [] }
        return [.delivered(input: input, to: destination, by: notification.number)]
    }
}
