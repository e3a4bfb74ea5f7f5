import Ground
import TagRouting

/// The rules for entitlements.
extension PropertyReading {
    mutating func readEntitlements(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        readDomains(dictionary, at: root)
        readFormats(dictionary)
    }

    /// Checks the associated domains (nfc.md 5.2).
    private mutating func readDomains(_ dictionary: PropertyListDictionary, at root: PropertyListPlace) {
        let key = AppKey.associatedDomains.rawValue
        var domains: [(path: String, domain: AssociatedDomain, place: PropertyListPlace)] = []
        if let list = dictionary[key] {
            let entries = strings(list, key)
            for entry in entries {
                do throws(Malformed) {
                    domains.append((entry.path, try AssociatedDomain(entry.text), entry.place))
                } catch {
                    add(
                        "route.associatedDomain", .fault, .documented, entry.path,
                        "\(entry.text.shown()): \(error.meaning)", "the entry counts for nothing", at: entry.place)
                }
            }
            if entries.count > AssociatedDomain.recommendedCount {
                add(
                    "route.associatedDomain", .warning, .documented, key, "it has \(entries.count) entries",
                    "Apple recommends 20 to 30 at most", at: list.place)
            }
        }
        let bare = Set(
            domains.filter { !$0.domain.isWildcard }.map { "\($0.domain.service.rawValue):\($0.domain.host)" })
        for entry in domains { review(entry.domain, bare: bare, entry.path, at: entry.place) }
        guard !domains.contains(where: { $0.domain.service == .applinks }) else { return }
        add(
            "plist.noAppLinks", .note, .documented, key, "it has no entry with applinks",
            "no link, and so no tag, opens the app", at: dictionary[key]?.place ?? root)
    }

    private mutating func review(
        _ domain: AssociatedDomain, bare: Set<String>, _ path: String, at place: PropertyListPlace
    ) {
        let shown = domain.text.shown()
        if domain.isConverted {
            add(
                "route.associatedDomain", .warning, .unverified, path,
                "\(shown) is read as \(domain.host.shown())",
                "whether a phone takes letters outside ASCII there is not known", at: place)
        }
        if let mode = domain.mode {
            add(
                "route.associatedDomain", .note, .documented, path, "\(shown) has the mode \(mode.rawValue)",
                "the association file is not taken from Apple's network, which only some signatures allow", at: place)
        }
        let host = "\(domain.service.rawValue):\(domain.host)"
        if domain.isWildcard, !bare.contains(host) {
            add(
                "route.associatedDomain", .warning, .documented, path, "\(shown) covers subdomains alone",
                "links of the host itself need \(host.shown()) too", at: place)
        }
    }

    /// Checks the reader formats. No fact sheet covers this entitlement; that its values are NDEF and TAG is general
    /// knowledge.
    private mutating func readFormats(_ dictionary: PropertyListDictionary) {
        let key = AppKey.readerFormats.rawValue
        guard let list = dictionary[key] else { return }
        for entry in strings(list, key) {
            let meant = ["NDEF", "TAG"].first { $0.folded == entry.text.folded }
            guard let meant, meant != entry.text else { continue }
            add(
                "plist.nearMiss", .warning, .unverified, entry.path, "\(entry.text.shown()) is written \(meant)",
                "it counts for nothing", at: entry.place)
        }
    }
}
