import Phone

/// The events that showed a notification, as long as an active step must tell them apart.
struct NotificationOrigins: Sendable {
    private var shown: [(number: Int, place: Int)] = []

    /// A place before every event.
    private static let noTag = -1

    /// Returns the place of the event that caused this one, which will be at `place`: the notification that was opened,
    /// or `noTag` for a link that was followed.
    mutating func origin(of event: PhoneEvent, at place: Int) -> Int? {
        switch event {
        case .tag(.notified(_, let number)):
            shown.append((number, place))
            return nil
        case .tag(.delivered(_, _, let number?)), .tag(.leftAlone(_, let number)), .tag(.unlockAsked(let number)):
            return shown.last { $0.number == number }?.place ?? Self.noTag
        case .tag(.delivered(_, _, nil)), .tag(.followed): return Self.noTag
        case .channel, .nearby, .sent, .tampered, .distance, .zone, .feature, .kitReady, .kitRanging, .kitRound,
            .blindProbe, .tag, .companion, .finding, .fault, .waits:
            return nil
        }
    }

    mutating func forget(before first: Int) {
        if let oldest = shown.first, oldest.place < first { shown.removeAll { $0.place < first } }
    }
}
