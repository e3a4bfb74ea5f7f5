/// The keys that are looked at.
enum AppKey: String, CaseIterable {
    case nearbyUsage = "NSNearbyInteractionUsageDescription"
    case nearbyUsageOnce = "NSNearbyInteractionAllowOnceUsageDescription"
    case bluetoothUsage = "NSBluetoothAlwaysUsageDescription"
    case tagUsage = "NFCReaderUsageDescription"
    case backgroundModes = "UIBackgroundModes"
    case urlTypes = "CFBundleURLTypes"
    case associatedDomains = "com.apple.developer.associated-domains"
    case readerFormats = "com.apple.developer.nfc.readersession.formats"

    /// Where the schemes stand, within an element of `urlTypes`.
    static let urlSchemes = "CFBundleURLSchemes"

    /// Each by what is left of it when case, blanks and hyphens do not count.
    static let folded = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.folded, $0) })

    var kind: AppProperties.Kind {
        switch self {
        case .nearbyUsage, .nearbyUsageOnce, .bluetoothUsage, .tagUsage, .backgroundModes, .urlTypes: .information
        case .associatedDomains, .readerFormats: .entitlements
        }
    }

    /// Whether a key, known here or not, is one of entitlements.
    static func isEntitlement(_ key: String) -> Bool {
        let others = ["application-identifier", "aps-environment", "get-task-allow", "keychain-access-groups"]
        return key.hasPrefix("com.apple.") || others.contains(key)
    }

    /// Whether a key, known here or not, is one of `Info.plist`.
    static func isInformation(_ key: String) -> Bool {
        ["CFBundle", "NS", "UI", "LS", "NFC", "DT", "MinimumOSVersion"].contains { key.hasPrefix($0) }
    }
}
