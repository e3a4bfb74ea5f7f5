import Ground

// What each code of this topic means.
extension FailureCode {
    static let propertyCodes: [Entry] = [
        Entry(
            "plist.unreadable", "A file is no property list that can be read",
            causes: "it is cut or damaged; it is another form, such as JSON; its objects contain each other"),
        Entry(
            "plist.duplicateKey", "A key of an app's property list stands more than once in its dictionary",
            causes: "two changes were merged"),
        Entry(
            "plist.wrongType", "A value of an app's property list has another type than its key wants",
            causes: "a string where an array belongs"),
        Entry(
            "plist.nearMiss", "A key or a value of an app's property list is nearly a known one",
            causes: "small and capital letters; a blank; an underscore for a hyphen"),
        Entry(
            "plist.misplaced", "A key stands in the wrong one of an app's two property lists",
            causes: "an entitlement in Info.plist, or a usage description in the entitlements"),
        Entry(
            "plist.unknownKind", "A property list has no key of an app's Info.plist or of its entitlements",
            causes: "it is another file"),
        Entry(
            "plist.nearbyUsageMissing", "The app gives no purpose for Nearby Interaction, and no session runs",
            causes: "NSNearbyInteractionUsageDescription is missing in Info.plist", basis: "F26, 5.4"),
        Entry(
            "plist.nearbyUsageEmpty", "The app's purpose for Nearby Interaction has nothing to read",
            causes: "NSNearbyInteractionUsageDescription is empty, or has blanks alone", basis: "5.4"),
        Entry(
            "plist.nearbyUsageOlder", "The app has the key that asked for permission on iOS 14",
            causes: "NSNearbyInteractionAllowOnceUsageDescription was kept", basis: "5.4"),
        Entry(
            "plist.backgroundModes", "The app's background modes do not let sessions go on in the background",
            causes: "UIBackgroundModes lacks nearby-interaction or bluetooth-central", basis: "1.5"),
        Entry(
            "plist.bluetoothUsage", "The app gives no purpose for Bluetooth",
            causes: "NSBluetoothAlwaysUsageDescription is missing or empty in Info.plist"),
        Entry(
            "plist.tagUsage", "The app gives no purpose for reading tags itself",
            causes: "NFCReaderUsageDescription is empty in Info.plist"),
        Entry(
            "plist.customScheme", "A scheme of the app is doubtful, or opens nothing from a tag",
            causes: "tags hold links with a scheme of the app's own", basis: "NFC B14, NFC 4.2"),
        Entry(
            "plist.noAppLinks", "No link opens the app, and so no tag does",
            causes: "the entitlements have no associated domain with applinks", basis: "NFC B11, NFC 5.2"),
    ]
}
