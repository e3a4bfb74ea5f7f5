import ApplicationServices
import Ground
import TagRouting

/// The other members of a `Browses` entry, and keys similar to known ones.
extension PropertyReading {
    /// Checks the text that the picker shows (network.md, section 0, points 4 and 11).
    mutating func readUsage(_ members: PropertyListDictionary, _ path: String, at place: PropertyListPlace) {
        let path = "\(path).\(ServiceKey.usage.rawValue)"
        guard let value = members[ServiceKey.usage.rawValue] else {
            add(
                "services.usage", .fault, .documented, path, "it is missing",
                "the picker shows it, and it is required", at: place)
            return
        }
        guard let text = value.string else {
            return complain(value, path, wanted: "a string", effect: "the picker has no text to show")
        }
        guard !text.isBlank else {
            add(
                "services.usage", .fault, .inferred, path, "it says nothing", "the picker has no text to show",
                at: value.place)
            return
        }
        switch UsageText(text) {
        case .namesData: break
        case .namesNone:
            add(
                "services.usageData", .warning, .inferred, path, "it seems not to say which data is shared",
                "it has none of the English words for data that this check knows", at: value.place)
        case .foreign:
            add(
                "services.usageData", .note, .inferred, path, "whether it says which data is shared is not judged",
                "it seems not to be English", at: value.place)
        }
    }

    /// Returns the platforms that the picker offers, and whether all entries are known platforms. A TV's reaction to
    /// other entries, or to none, is unknown (section 2).
    mutating func readPlatforms(
        _ members: PropertyListDictionary, _ path: String, at place: PropertyListPlace
    ) -> (known: [CompanionPlatform], areAll: Bool) {
        let path = "\(path).\(ServiceKey.platforms.rawValue)"
        guard let list = members[ServiceKey.platforms.rawValue] else {
            add(
                "services.platform", .fault, .documented, path, "it is missing",
                "which devices the picker offers then is not known", at: place)
            return ([], false)
        }
        if list.array?.isEmpty == true {
            add(
                "services.platform", .fault, .unverified, path, "it names no platform",
                "which devices the picker offers then is not known", at: list.place)
        }
        var platforms: [CompanionPlatform] = []
        var taken = 0
        for entry in strings(list, path) {
            if let platform = CompanionPlatform(rawValue: entry.text) {
                taken += 1
                if platforms.contains(platform) {
                    add(
                        "services.platform", .warning, .unverified, entry.path, "\(platform) is already listed",
                        nil, at: entry.place)
                } else {
                    platforms.append(platform)
                }
                continue
            }
            let meant = CompanionPlatform.allCases.first { $0.rawValue.folded == entry.text.folded }
            let known = CompanionPlatform.allCases.map(\.rawValue).joined(separator: ", ")
            add(
                "services.platform", .fault, .documented, entry.path,
                meant.map { "\"\(entry.text.shown())\" is written \($0)" }
                    ?? "\"\(entry.text.shown())\" is none of \(known)",
                "what a television makes of it is not known", at: entry.place)
        }
        return (platforms, taken > 0 && taken == list.array?.count)
    }

    /// Reports keys similar to known ones, and keys that Apple does not document.
    mutating func lookForNearKeys(in dictionary: PropertyListDictionary, _ path: String, known: [ServiceKey]) {
        let names = known.map(\.rawValue)
        for member in dictionary.members where !names.contains(member.key) {
            let meant = names.first { $0.folded == member.key.folded } ?? nearMisses(of: member.key, in: names).first
            if let meant {
                add(
                    "services.nearMiss", .fault, .inferred, "\(path).\(member.key.shown())",
                    "the key is written \(meant)", "it counts for nothing", at: member.keyPlace)
            } else {
                add(
                    "services.unknownKey", .note, .unverified, "\(path).\(member.key.shown())",
                    "Apple names no such key here", "it is passed over", at: member.keyPlace)
            }
        }
    }
}
