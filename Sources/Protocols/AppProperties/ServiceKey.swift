/// The keys of application services in an `Info.plist` (network.md, section 2).
enum ServiceKey: String, CaseIterable {
    case services = "NSApplicationServices"
    case browses = "Browses"
    case advertises = "Advertises"
    case identifier = "NSApplicationServiceIdentifier"
    case usage = "NSApplicationServiceUsageDescription"
    case platforms = "NSApplicationServicePlatformSupport"

    static let bundle = "CFBundleIdentifier"
    /// The keys that an app needed when it discovered the other side itself, over Bonjour (section 0, point 2).
    static let leftovers = ["NSBonjourServices", "NSLocalNetworkUsageDescription"]
    /// The keys of one entry.
    static let entry: [ServiceKey] = [.identifier, .usage, .platforms]
}
