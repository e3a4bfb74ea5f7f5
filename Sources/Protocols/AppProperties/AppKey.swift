/// The keys that are checked.
enum AppKey: String, CaseIterable {
    case nearbyUsage = "NSNearbyInteractionUsageDescription"
    case nearbyUsageOnce = "NSNearbyInteractionAllowOnceUsageDescription"
    case bluetoothUsage = "NSBluetoothAlwaysUsageDescription"
    case tagUsage = "NFCReaderUsageDescription"
    case backgroundModes = "UIBackgroundModes"
    case urlTypes = "CFBundleURLTypes"
    case associatedDomains = "com.apple.developer.associated-domains"
    case readerFormats = "com.apple.developer.nfc.readersession.formats"

    /// The key of the schemes within an element of `urlTypes`.
    static let urlSchemes = "CFBundleURLSchemes"

    /// The keys by their folded form, without case, blanks and hyphens.
    static let folded = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue.folded, $0) })

    var kind: AppProperties.Kind {
        switch self {
        case .nearbyUsage, .nearbyUsageOnce, .bluetoothUsage, .tagUsage, .backgroundModes, .urlTypes: .information
        case .associatedDomains, .readerFormats: .entitlements
        }
    }

    /// Returns whether a key, known here or not, belongs to entitlements.
    static func isEntitlement(_ key: String) -> Bool {
        let others = ["application-identifier", "aps-environment", "get-task-allow", "keychain-access-groups"]
        return key.hasPrefix("com.apple.") || others.contains(key)
    }

    /// Returns whether a key, known here or not, belongs to `Info.plist`.
    static func isInformation(_ key: String) -> Bool {
        ["CFBundle", "NS", "UI", "LS", "NFC", "DT", "MinimumOSVersion"].contains { key.hasPrefix($0) }
    }
}
