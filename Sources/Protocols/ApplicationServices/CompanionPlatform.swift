/// A platform that an app on a television may look for: all that Apple's property list knows.
///
/// The words are those of `NSApplicationServicePlatformSupport`, which is also what an agent's record says of its
/// device (network fact sheet, sections 2 and 8.1).
public enum CompanionPlatform: String, Hashable, Codable, Sendable, CaseIterable {
    case iOS
    case iPadOS
    case watchOS
}

extension CompanionPlatform: CustomStringConvertible {
    public var description: String { rawValue }
}
