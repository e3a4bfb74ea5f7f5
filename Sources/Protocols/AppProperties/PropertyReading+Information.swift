import Ground
import TagRouting

/// The rules for `Info.plist`.
extension PropertyReading {
    mutating func readInformation(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        readNearbyUsage(dictionary, at: root)
        readBluetoothUsage(dictionary, at: root)
        readTagUsage(dictionary)
        readBackgroundModes(dictionary, at: root)
        readSchemes(dictionary)
    }

    /// Checks the purpose that the permission prompt shows (nearby-interaction.md 5.4).
    private mutating func readNearbyUsage(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        let key = AppKey.nearbyUsage.rawValue
        if let usage = dictionary[key] {
            if usage.string == nil {
                complain(usage, key, wanted: "a string", effect: "the prompt for permission has no purpose to show")
            } else if usage.string?.isBlank == true {
                add(
                    "plist.nearbyUsageEmpty", .fault, .inferred, key, "it says nothing",
                    "the prompt shows it as the app's purpose; what a phone does without one is not known",
                    at: usage.place)
            }
        } else {
            add(
                "plist.nearbyUsageMissing", .fault, .documented, key, "it is missing",
                "every session ends with userDidNotAllow (-5884), and the accessory gets no configuration", at: root)
        }
        if let once = dictionary[AppKey.nearbyUsageOnce.rawValue] {
            add(
                "plist.nearbyUsageOlder", .note, .unverified, AppKey.nearbyUsageOnce.rawValue,
                "it is the key of iOS 14, which has no sessions with accessories",
                "it does not replace \(key)", at: once.place)
        }
    }

    /// Checks the Bluetooth purpose. No fact sheet covers this key; that an app is terminated without it is general
    /// knowledge.
    private mutating func readBluetoothUsage(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        let key = AppKey.bluetoothUsage.rawValue
        if let usage = dictionary[key] {
            readText(usage, key, code: "plist.bluetoothUsage")
        } else {
            add(
                "plist.bluetoothUsage", .warning, .unverified, key, "it is missing",
                "an app that uses Core Bluetooth is ended by the system", at: root)
        }
    }

    /// Checks the NFC purpose. Background tag reading needs no key, but an app's own reader session does.
    private mutating func readTagUsage(_ dictionary: PropertyListDictionary) {
        let key = AppKey.tagUsage.rawValue
        if let usage = dictionary[key] { readText(usage, key, code: "plist.tagUsage") }
    }

    private mutating func readText(_ usage: PropertyList, _ key: String, code: FailureCode) {
        guard let text = usage.string else { return complain(usage, key, wanted: "a string") }
        guard text.isBlank else { return }
        add(code, .warning, .unverified, key, "it says nothing", "the prompt has no purpose to show", at: usage.place)
    }

    /// Checks the modes required for background sessions (nearby-interaction.md 1.5).
    private mutating func readBackgroundModes(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        let key = AppKey.backgroundModes.rawValue
        var modes: [String] = []
        if let list = dictionary[key] {
            for entry in strings(list, key) {
                modes.append(entry.text)
                let meant = BackgroundMode.allCases.first { $0.rawValue.folded == entry.text.folded }
                guard let meant, !meant.rawValue.utf8.elementsEqual(entry.text.utf8) else { continue }
                add(
                    "plist.nearMiss", .fault, .inferred, entry.path,
                    "\(entry.text.shown()) is written \(meant.rawValue)", "it counts for nothing", at: entry.place)
            }
        }
        let place = dictionary[key]?.place ?? root
        let hasSessions = modes.contains(BackgroundMode.nearbyInteraction.rawValue)
        switch (hasSessions, modes.contains(BackgroundMode.bluetoothCentral.rawValue)) {
        case (true, true): break
        case (true, false):
            add(
                "plist.backgroundModes", .fault, .documented, key,
                "nearby-interaction stands without bluetooth-central",
                "sessions in the background need both, from iOS 16 on", at: place)
        case (false, true):
            add(
                "plist.backgroundModes", .note, .documented, key, "nearby-interaction is missing",
                "Bluetooth continues in the background, but sessions do not", at: place)
        case (false, false):
            add(
                "plist.backgroundModes", .note, .documented, key,
                "nearby-interaction and bluetooth-central are missing", "sessions run in the foreground alone",
                at: place)
        }
    }

    /// Checks the usefulness of custom schemes for tags (nfc.md 4.1, B14, and 4.2).
    private mutating func readSchemes(_ dictionary: PropertyListDictionary) {
        guard let types = dictionary[AppKey.urlTypes.rawValue] else { return }
        for type in elements(types, AppKey.urlTypes.rawValue) {
            guard let members = type.list.dictionary else {
                complain(type.list, type.path, wanted: "a dictionary")
                continue
            }
            guard let schemes = members[AppKey.urlSchemes] else { continue }
            for entry in strings(schemes, "\(type.path).\(AppKey.urlSchemes)") {
                readScheme(entry.text, entry.path, at: entry.place)
            }
        }
    }

    private mutating func readScheme(_ scheme: String, _ path: String, at place: PropertyListPlace) {
        let shown = scheme.shown()
        guard let first = scheme.utf8.first, Self.isLetter(first), scheme.utf8.allSatisfy(Self.isOfScheme) else {
            add(
                "plist.customScheme", .fault, .inferred, path, "\(shown) is no scheme",
                "one has letters, digits, +, - and . only, and begins with a letter (RFC 3986, 3.1)", at: place)
            return
        }
        // The table of nfc.md 4.2, as far as Apple publishes it.
        let own: Set = ["http", "https", "mailto", "sms", "tel", "facetime", "facetime-audio", "x-hm"]
        if own.contains(scheme.lowercased()) {
            add(
                "plist.customScheme", .warning, .inferred, path, "\(shown) is a scheme of the system",
                "a tag with it does not open the app", at: place)
        } else {
            add(
                "plist.customScheme", .note, .documented, path, "\(shown) is a scheme of the app's own",
                "a phone that reads a tag in the background opens universal links, and no such scheme", at: place)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    private static func isOfScheme(_ byte: UInt8) -> Bool {
        isLetter(byte) || (0x30...0x39).contains(byte) || "+-.".utf8.contains(byte)
    }
}
