public import Ground

/// The phone's system, as far as versions of iOS differ in behaviour.
public enum SystemVersion: String, Codable, Hashable, Sendable, CaseIterable {
    /// Asks for permission once per launch of the app.
    case iOS14
    /// Asks once and keeps the answer in its settings.
    case iOS15
    /// Has background sessions, camera assistance and the callback for a running session.
    case iOS16
    case iOS17

    /// The version number in common use.
    public var major: Int {
        switch self {
        case .iOS14: 14
        case .iOS15: 15
        case .iOS16: 16
        case .iOS17: 17
        }
    }

    /// Whether sessions can continue in the background.
    public var hasBackgroundSessions: Bool { self >= .iOS16 }
}

extension SystemVersion: Comparable {
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.major < rhs.major }
}

extension SystemVersion: CustomStringConvertible {
    public var description: String { "iOS \(major)" }
}

/// The measurements that the phone's hardware supports.
public struct PhoneCapabilities: Codable, Hashable, Sendable {
    /// Whether it has UWB; without it every session ends with unsupportedPlatform.
    public let distance: Bool
    /// Whether objects have angles; false on phones with the second UWB chip, and always without distance.
    public let direction: Bool
    /// Whether it supports camera assistance; true in every scenario.
    public private(set) var cameraAssistance = true
    /// Whether it supports extended distance, between phones only; true in every scenario.
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

/// The app's permission to use Nearby Interaction, as known to the system.
public enum NearbyPermission: Codable, Hashable, Sendable {
    /// The app asked in an earlier launch and the user allowed it. iOS 14 asks in every launch and is answered
    /// immediately.
    case allowed
    /// The app asked in an earlier launch and the user refused. iOS 14 asks in every launch and is answered
    /// immediately.
    case denied
    /// The app has not asked yet; the user gives this answer, this long after the question.
    case asks(PermissionAnswer, after: Lapse)

    enum AsksCodingKeys: String, CodingKey {
        case _0 = "answer"
        case after
    }
}

/// A user's answer when the system asks whether the app may range (nearby-interaction.md, section 5.4).
public enum PermissionAnswer: String, Codable, Hashable, Sendable, CaseIterable {
    /// "Allow Once", the only consent of iOS 14 and of no other system. It holds until the app quits.
    case allowOnce
    /// "OK", the consent of iOS 15 and later. It holds while the app is in use, across launches.
    case allowWhileInUse
    case deny
}

/// The answer shown in Settings for an app that has asked. The user can change it at any time.
public enum PermissionSetting: Codable, Hashable, Sendable, CaseIterable {
    case allowed
    case denied

    /// The app's permission with this answer.
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
