public import ApplicationServices

/// The app, among those that belong together, to which a property list belongs.
public enum AppSide: String, Hashable, Codable, Sendable, CaseIterable {
    /// The app on tvOS, which searches for devices.
    case tv
    case phone
    case pad
    case watch

    /// The platform of the app, as the TV app names it; nil for the TV app itself.
    public var platform: CompanionPlatform? {
        switch self {
        case .tv: nil
        case .phone: .iOS
        case .pad: .iPadOS
        case .watch: .watchOS
        }
    }

    /// The array that belongs in this app's file (network.md, section 0, point 8).
    var array: ServiceKey { self == .tv ? .browses : .advertises }
}

extension AppSide: CustomStringConvertible {
    public var description: String { "the \(self == .tv ? "TV" : rawValue)'s Info.plist" }
}
