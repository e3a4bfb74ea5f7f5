/// What the person answers when the system asks whether the app may range.
public enum PermissionAnswer: String, Hashable, Codable, Sendable {
    /// Holds until the app quits.
    case allowOnce
    case allowWhileInUse
    case deny
}
