/// Takes out of a line that an accessory printed what no two runs have alike.
///
/// Its firmware has its own words: numbers in hexadecimal, which are ids and addresses, and numbers with a unit or a
/// decimal point, which were measured, give way to a mark. Whole numbers stay: they count.
enum ConsoleMask {
    private static let units: Set<Substring> = ["m", "s", "ms", "us", "ns", "dBm", "deg"]

    static func masked(_ text: String, _ purpose: MeaningStyle.Purpose) -> String {
        guard purpose != .reading else { return text }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        return words.enumerated().map { place, word in
            let next = place + 1 < words.count ? words[place + 1].trimmed(\.isLetter) : ""
            return masked(word: word, hasUnit: units.contains(next), purpose)
        }.joined(separator: " ")
    }

    private static func masked(word: Substring, hasUnit: Bool, _ purpose: MeaningStyle.Purpose) -> String {
        let core = word.trimmed { $0.isNumber || $0.isLetter || $0 == "-" }
        guard !core.isEmpty else { return String(word) }
        let isRandom = core.hasPrefix("0x") && core.dropFirst(2).allSatisfy(\.isHexDigit) || isAddress(core)
        let isMeasured = purpose == .comparing && isNumber(core) && (hasUnit || core.contains("."))
        guard isRandom || isMeasured else { return String(word) }
        return word[..<core.startIndex] + "(varies)" + word[core.endIndex...]
    }

    private static func isNumber(_ text: Substring) -> Bool {
        text.allSatisfy { $0.isNumber || $0 == "." || $0 == "-" }
    }

    /// `AA:BB:CC:DD:EE:FF`, with or without its kind behind it.
    private static func isAddress(_ text: Substring) -> Bool {
        let octets = text.prefix { $0 != "/" }.split(separator: ":", omittingEmptySubsequences: false)
        return octets.count == 6 && octets.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }
}

extension Substring {
    /// Without the characters at both ends that a condition refuses.
    fileprivate func trimmed(_ keeps: (Character) -> Bool) -> Substring {
        guard let first = firstIndex(where: keeps), let last = lastIndex(where: keeps) else { return prefix(0) }
        return self[first...last]
    }
}
