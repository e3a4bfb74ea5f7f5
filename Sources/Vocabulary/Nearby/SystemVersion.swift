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
    /// The app asked in an earlier life, and the user allowed it; iOS 14 asks in every life, and is answered at once.
    case allowed
    /// The app asked in an earlier life, and the user refused; iOS 14 asks in every life, and is answered at once.
    case denied
    /// Nobody was asked yet; the user answers so, so long after the question.
    case asks(PermissionAnswer, after: Span)

    enum AsksCodingKeys: String, CodingKey {
        case _0 = "answer"
        case after
    }
}

/// What a user answers when the system asks whether the app may range (nearby-interaction.md, section 5.4).
public enum PermissionAnswer: String, Codable, Hashable, Sendable, CaseIterable {
    /// "Allow Once": the only yes of iOS 14, and of no other system. It holds until the app quits.
    case allowOnce
    /// "OK": the yes of iOS 15 and later. It holds while the app is in use, over launches.
    case allowWhileInUse
    case deny
}

/// The answer that Settings show for an app that has asked. The user can change it at any time.
public enum PermissionSetting: Codable, Hashable, Sendable, CaseIterable {
    case allowed
    case denied

    /// The permission that the app has with this answer.
    public var permission: NearbyPermission {
        switch self {
        case .allowed: .allowed
        case .denied: .denied
        }
    }
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
