public import ApplicationServices

/// Which of the apps that belong together a property list is of.
public enum AppSide: String, Hashable, Codable, Sendable, CaseIterable {
    /// The app on tvOS, which looks for devices.
    case tv
    case phone
    case pad
    case watch

    /// Where the app runs, as the television's app names it; nil for that one itself.
    public var platform: CompanionPlatform? {
        switch self {
        case .tv: nil
        case .phone: .iOS
        case .pad: .iPadOS
        case .watch: .watchOS
        }
    }

    /// The one of the two arrays that belongs into its file (network fact sheet, section 0, point 8).
    var array: ServiceKey { self == .tv ? .browses : .advertises }
}

extension AppSide: CustomStringConvertible {
    public var description: String { "the \(self == .tv ? "TV" : rawValue)'s Info.plist" }
}
