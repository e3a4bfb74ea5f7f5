public import Ground

/// What the user does about a notification.
public enum NotificationAnswer: Codable, Hashable, Sendable {
    /// Taps it, so long after it came; on a screen that went dark meanwhile the tap lights it first.
    case opens(after: Span)
    /// Leaves it alone (B6): `OpenNotification` taps it later.
    case ignores
}

/// What comes of the unlocking that a tap on a locked phone asks for (B5).
public enum UnlockAnswer: Codable, Hashable, Sendable {
    case succeeds(after: Span)
    case fails
}
