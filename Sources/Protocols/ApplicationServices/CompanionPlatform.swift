/// A platform that a TV app may search for: all that Apple's property list supports.
///
/// The names are those of `NSApplicationServicePlatformSupport`, which an agent's record uses for its device too
/// (network.md, sections 2 and 8.1).
public enum CompanionPlatform: String, Hashable, Codable, Sendable, CaseIterable {
    case iOS
    case iPadOS
    case watchOS
}

extension CompanionPlatform: CustomStringConvertible {
    public var description: String { rawValue }
}
