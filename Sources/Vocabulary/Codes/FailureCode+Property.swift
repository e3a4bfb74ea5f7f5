import Ground

// Property lists of apps.
extension FailureCode {
    static let propertyCodes: [Entry] = [
        Entry(
            "plist.unreadable", "A file is not a readable property list",
            causes: "it is cut or damaged; it has another format, such as JSON; its objects contain each other"),
        Entry(
            "plist.duplicateKey", "A key of an app's property list appears more than once in its dictionary",
            causes: "two changes were merged"),
        Entry(
            "plist.wrongType", "A value of an app's property list has the wrong type for its key",
            causes: "a string where an array belongs"),
        Entry(
            "plist.nearMiss", "A key or value of an app's property list is close to a known one",
            causes: "upper or lower case; a space; an underscore instead of a hyphen"),
        Entry(
            "plist.misplaced", "A key is in the wrong one of an app's two property lists",
            causes: "an entitlement in Info.plist, or a usage description in the entitlements"),
        Entry(
            "plist.unknownKind", "A property list has no key of an app's Info.plist or entitlements",
            causes: "it is another file"),
        Entry(
            "plist.nearbyUsageMissing", "The app gives no purpose for Nearby Interaction, so no session runs",
            causes: "NSNearbyInteractionUsageDescription is missing in Info.plist", basis: "F26, 5.4"),
        Entry(
            "plist.nearbyUsageEmpty", "The app's purpose for Nearby Interaction is empty",
            causes: "NSNearbyInteractionUsageDescription is empty or only spaces", basis: "5.4"),
        Entry(
            "plist.nearbyUsageOlder", "The app has the key that asked for permission on iOS 14",
            causes: "NSNearbyInteractionAllowOnceUsageDescription was kept", basis: "5.4"),
        Entry(
            "plist.backgroundModes", "The app's background modes do not let sessions continue in the background",
            causes: "UIBackgroundModes lacks nearby-interaction or bluetooth-central", basis: "1.5"),
        Entry(
            "plist.bluetoothUsage", "The app gives no purpose for Bluetooth",
            causes: "NSBluetoothAlwaysUsageDescription is missing or empty in Info.plist"),
        Entry(
            "plist.tagUsage", "The app gives no purpose for its own tag reading",
            causes: "NFCReaderUsageDescription is empty in Info.plist"),
        Entry(
            "plist.customScheme", "A scheme of the app is doubtful, or a tag with it opens nothing",
            causes: "tags hold links with the app's custom scheme", basis: "NFC B14, NFC 4.2"),
        Entry(
            "plist.noAppLinks", "No link opens the app, so no tag does either",
            causes: "the entitlements have no associated domain with applinks", basis: "NFC B11, NFC 5.2"),
    ]
}
