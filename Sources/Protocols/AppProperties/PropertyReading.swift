import Ground
import TagRouting

/// One pass over a property list, which records problems with their key and location.
struct PropertyReading {
    private(set) var findings: [PropertyFinding] = []

    mutating func read(_ root: PropertyList, as kind: AppProperties.Kind) {
        guard let dictionary = root.dictionary else {
            add(
                "plist.wrongType", .fault, .inferred, "the file", "it must be a dictionary and is \(root.kind)",
                "it is no app's property list", at: root.place)
            return
        }
        lookForRepeatedKeys(in: root)
        lookForOtherKeys(in: dictionary, at: root, kind: kind)
        switch kind {
        case .information: readInformation(dictionary, at: root.place)
        case .entitlements: readEntitlements(dictionary, at: root.place)
        }
    }

    mutating func add(
        _ code: FailureCode, _ weight: Finding.Weight, _ evidence: Evidence, _ path: String, _ meaning: String,
        _ effect: String?, at place: PropertyListPlace
    ) {
        guard findings.count < AppProperties.findingLimit else {
            guard findings.count == AppProperties.findingLimit else { return }
            return findings.append(
                PropertyFinding(
                    code: code, weight: weight, evidence: evidence, path: path,
                    meaning: "\(meaning): there are more findings, which are not shown", effect: nil, place: place))
        }
        findings.append(
            PropertyFinding(
                code: code, weight: weight, evidence: evidence, path: path, meaning: meaning, effect: effect,
                place: place))
    }

    /// Reports keys that occur twice in the same dictionary, with their location.
    mutating func lookForRepeatedKeys(in list: PropertyList) {
        switch list.value {
        case .dictionary(let dictionary):
            for member in dictionary.members {
                if member.isRepeated {
                    let isOurs = AppKey(rawValue: member.key) != nil || ServiceKey(rawValue: member.key) != nil
                    add(
                        "plist.duplicateKey", isOurs ? .fault : .warning, .inferred,
                        member.key.shown(), "the key stands more than once in its dictionary",
                        "the last of them counts here, as it does for Foundation", at: member.keyPlace)
                }
                lookForRepeatedKeys(in: member.value)
            }
        case .array(let elements): for element in elements { lookForRepeatedKeys(in: element) }
        case .string, .integer, .real, .boolean, .date, .data, .reference: break
        }
    }

    /// Reports keys similar to known ones, and keys of the other kind of file.
    private mutating func lookForOtherKeys(
        in dictionary: PropertyListDictionary, at root: PropertyList, kind: AppProperties.Kind
    ) {
        for member in dictionary.members {
            if let key = AppKey(rawValue: member.key) {
                guard key.kind != kind else { continue }
                let file = key.kind == .information ? "Info.plist" : "the entitlements"
                add(
                    "plist.misplaced", .fault, .inferred, member.key.shown(), "the key belongs into \(file)",
                    "it counts for nothing here", at: member.keyPlace)
            } else if let meant = AppKey.folded[member.key.folded] {
                add(
                    "plist.nearMiss", .fault, .inferred, member.key.shown(), "the key is written \(meant.rawValue)",
                    "it counts for nothing", at: member.keyPlace)
            }
        }
        let isKnown = dictionary.members.contains {
            AppKey.isEntitlement($0.key) || AppKey.isInformation($0.key)
        }
        guard !isKnown else { return }
        add(
            "plist.unknownKind", .warning, .inferred, "the file", "it has no key of an Info.plist or of entitlements",
            "it is checked as an Info.plist", at: root.place)
    }
}

/// Typed access to values, with a finding for the wrong type.
extension PropertyReading {
    mutating func complain(
        _ list: PropertyList, _ path: String, wanted: String, effect: String = "it counts for nothing"
    ) {
        add(
            "plist.wrongType", .fault, .inferred, path, "it must be \(wanted) and is \(list.kind)", effect,
            at: list.place)
    }

    /// Returns the elements of an array, each with its path.
    mutating func elements(_ list: PropertyList, _ path: String) -> [(path: String, list: PropertyList)] {
        guard let elements = list.array else {
            complain(list, path, wanted: "an array")
            return []
        }
        return elements.enumerated().map { ("\(path)[\($0)]", $1) }
    }

    /// Returns the strings of an array; other elements become findings.
    mutating func strings(
        _ list: PropertyList, _ path: String
    ) -> [(path: String, text: String, place: PropertyListPlace)] {
        var strings: [(path: String, text: String, place: PropertyListPlace)] = []
        for element in elements(list, path) {
            if let text = element.list.string {
                strings.append((element.path, text, element.list.place))
            } else {
                complain(element.list, element.path, wanted: "a string")
            }
        }
        return strings
    }
}
