/// The phone's system, as far as versions of iOS differ in what they do.
public enum SystemVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// Asks for permission once in every launch of the app.
    case iOS14
    /// Asks once, and keeps the answer in its settings.
    case iOS15
    /// Has background sessions, camera assistance and the callback that a session runs.
    case iOS16
    case iOS17

    /// The number that people call it by.
    public var major: Int {
        switch self {
        case .iOS14: 14
        case .iOS15: 15
        case .iOS16: 16
        case .iOS17: 17
        }
    }

    /// Whether sessions can go on in the background.
    public var hasBackgroundSessions: Bool { self >= .iOS16 }
}

extension SystemVersion: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.major < rhs.major }
}

extension SystemVersion: CustomStringConvertible {
    public var description: String { "iOS \(major)" }
}
