public import Ground

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
