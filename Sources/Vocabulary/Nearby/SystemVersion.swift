/// The major version of iOS that the phone behaves as.
public struct SystemVersion: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Asks for permission once in every launch of the app.
    public static let iOS14 = SystemVersion(rawValue: 14)
    /// Asks once, and keeps the answer in its settings.
    public static let iOS15 = SystemVersion(rawValue: 15)
    /// Has background sessions, camera assistance and the callback that a session runs.
    public static let iOS16 = SystemVersion(rawValue: 16)
    public static let iOS17 = SystemVersion(rawValue: 17)
}

extension SystemVersion: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension SystemVersion: CustomStringConvertible {
    public var description: String { "iOS \(rawValue)" }
}
