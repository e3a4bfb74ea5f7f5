import ApplicationServices
import Ground
import TagRouting

/// The rules for application services within one file.
extension PropertyReading {
    /// Reports the problems, and returns the entries that have an identifier.
    mutating func readServices(_ root: PropertyList, of side: AppSide) -> [ServiceProperties.Declared] {
        guard let dictionary = root.dictionary else {
            complain(root, "the file", wanted: "a dictionary", effect: "it is no app's property list")
            return []
        }
        lookForRepeatedKeys(in: root)
        readLeftovers(dictionary)
        for member in dictionary.members where member.key != ServiceKey.services.rawValue {
            let folded = member.key.folded
            guard [folded, folded + "s"].contains(ServiceKey.services.rawValue.folded) else { continue }
            add(
                "services.nearMiss", .fault, .inferred, member.key.shown(),
                "the key is written \(ServiceKey.services.rawValue)", "it counts for nothing", at: member.keyPlace)
        }
        let key = ServiceKey.services.rawValue
        guard let services = dictionary[key] else {
            add(
                "services.missing", .fault, .documented, key, "it is missing",
                side == .tv ? "the picker has nothing to look for" : "the system has nothing to advertise",
                at: root.place)
            return []
        }
        guard let arrays = services.dictionary else {
            complain(services, key, wanted: "a dictionary")
            return []
        }
        lookForNearKeys(in: arrays, key, known: [.browses, .advertises])
        return readArrays(arrays, of: side, at: services.place)
    }

    /// Reports keys for apps that discover the other side themselves, which application services make unnecessary.
    private mutating func readLeftovers(_ dictionary: PropertyListDictionary) {
        for member in dictionary.members where ServiceKey.leftovers.contains(member.key) {
            add(
                "services.leftover", .note, .documented, member.key, "it is of an app that uses Bonjour itself",
                "application services need no permission for the local network", at: member.keyPlace)
        }
    }

    private mutating func readArrays(
        _ arrays: PropertyListDictionary, of side: AppSide, at place: PropertyListPlace
    ) -> [ServiceProperties.Declared] {
        let key = ServiceKey.services.rawValue
        let wrong: ServiceKey = side == .tv ? .advertises : .browses
        if let other = arrays[wrong.rawValue] {
            add(
                "services.wrongArray", .fault, .documented, "\(key).\(wrong.rawValue)",
                "the app on tvOS has Browses, and all others have Advertises", "it counts for nothing here",
                at: other.place)
        }
        let path = "\(key).\(side.array.rawValue)"
        guard let list = arrays[side.array.rawValue] else {
            add(
                "services.missing", .fault, .documented, path, "it is missing",
                side == .tv ? "the picker has nothing to look for" : "the system has nothing to advertise", at: place)
            return []
        }
        let entries = elements(list, path)
        if list.array?.isEmpty == true {
            add("services.empty", .fault, .inferred, path, "it has no entry", "it counts for nothing", at: list.place)
        }
        let declared = entries.compactMap { readEntry($0.list, $0.path, of: side) }
        readRepeated(declared)
        return declared
    }

    private mutating func readEntry(
        _ entry: PropertyList, _ path: String, of side: AppSide
    ) -> ServiceProperties.Declared? {
        guard let members = entry.dictionary else {
            complain(entry, path, wanted: "a dictionary")
            return nil
        }
        lookForNearKeys(in: members, path, known: ServiceKey.entry)
        var platforms: (known: [CompanionPlatform], areAll: Bool) = ([], true)
        if side == .tv {
            readUsage(members, path, at: entry.place)
            platforms = readPlatforms(members, path, at: entry.place)
        } else {
            for key in [ServiceKey.usage, .platforms] {
                guard let extra = members[key.rawValue] else { continue }
                add(
                    "services.unknownKey", .note, .documented, "\(path).\(key.rawValue)",
                    "an entry of Advertises has an identifier alone", "it counts for nothing here", at: extra.place)
            }
        }
        return readIdentifier(members, path, platforms, at: entry.place)
    }

    private mutating func readIdentifier(
        _ members: PropertyListDictionary, _ path: String, _ platforms: (known: [CompanionPlatform], areAll: Bool),
        at place: PropertyListPlace
    ) -> ServiceProperties.Declared? {
        let path = "\(path).\(ServiceKey.identifier.rawValue)"
        guard let value = members[ServiceKey.identifier.rawValue] else {
            add(
                "services.identifier", .fault, .documented, path, "it is missing", "the entry counts for nothing",
                at: place)
            return nil
        }
        guard let text = value.string else {
            complain(value, path, wanted: "a string", effect: "the entry counts for nothing")
            return nil
        }
        let identifier = ServiceIdentifier(text)
        guard !text.isBlank else {
            add(
                "services.identifier", .fault, .inferred, path, "it says nothing", "the entry counts for nothing",
                at: value.place)
            return nil
        }
        if identifier.hasOuterBlanks {
            add(
                "services.identifier", .warning, .inferred, path, "\"\(text.shown())\" begins or ends with a blank",
                "the other side must have the blank too", at: value.place)
        }
        return ServiceProperties.Declared(
            identifier: identifier, platforms: platforms.known, areAllPlatforms: platforms.areAll, path: path,
            place: value.place)
    }

    private mutating func readRepeated(_ declared: [ServiceProperties.Declared]) {
        var seen: [ServiceIdentifier: PropertyListPlace] = [:]
        for entry in declared {
            if let first = seen[entry.identifier] {
                add(
                    "services.duplicate", .warning, .unverified, entry.path,
                    "\"\(entry.identifier.rawValue.shown())\" is already at \(first)",
                    "which of the two entries counts is not known", at: entry.place)
            } else {
                seen[entry.identifier] = entry.place
            }
        }
    }
}
