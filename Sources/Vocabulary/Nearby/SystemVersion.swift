public import Ground

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

/// What the phone's hardware can measure.
public struct PhoneCapabilities: Codable, Hashable, Sendable {
    /// Without it there is no UWB, and every session ends with unsupportedPlatform.
    public let distance: Bool
    /// False as on phones with the second UWB chip, and without distance in any case: objects have no angles.
    public let direction: Bool
    /// No scenario asks for a phone without it.
    public private(set) var cameraAssistance = true
    /// Between phones only; no scenario asks for a phone without it.
    public private(set) var extendedDistance = true

    public init(
        distance: Bool = true, direction: Bool = true, cameraAssistance: Bool = true, extendedDistance: Bool = true
    ) {
        self.distance = distance
        self.direction = direction && distance
        self.cameraAssistance = cameraAssistance
        self.extendedDistance = extendedDistance
    }

    private enum CodingKeys: String, CodingKey { case distance, direction }

    public static let standard = PhoneCapabilities()
}

/// Whether the app may use Nearby Interaction, as the system knows it.
public enum NearbyPermission: Codable, Hashable, Sendable {
    /// Allowed in the settings; iOS 14 has none, and there the user allows at once whenever asked again.
    case allowed
    /// Denied in the settings; on iOS 14 denied in this launch, and denied at once whenever asked again.
    case denied
    /// Nobody was asked yet; the user answers so, so long after the question.
    case asks(PermissionAnswer, after: Span)

    enum AsksCodingKeys: String, CodingKey {
        case _0 = "answer"
        case after
    }
}

/// What a user answers when the system asks whether the app may range.
public enum PermissionAnswer: String, Codable, Hashable, Sendable, CaseIterable {
    /// Holds until the app quits.
    case allowOnce
    case allowWhileInUse
    case deny
}

extension NearbyPermission: CustomStringConvertible {
    public var description: String {
        switch self {
        case .allowed: "allowed"
        case .denied: "denied"
        case .asks(let answer, let span): "asks, \(answer) after \(span)"
        }
    }
}
