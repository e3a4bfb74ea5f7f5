/// Masks the parts of an accessory's printed line that differ from run to run.
///
/// The wording is the firmware's. Hexadecimal numbers, which are ids and addresses, and numbers with a unit or a
/// decimal point, which are measurements, are replaced by a mark. Whole numbers are kept as counts.
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

    /// Returns whether the text is `AA:BB:CC:DD:EE:FF`, optionally followed by its kind.
    private static func isAddress(_ text: Substring) -> Bool {
        let octets = text.prefix { $0 != "/" }.split(separator: ":", omittingEmptySubsequences: false)
        return octets.count == 6 && octets.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) }
    }
}

extension Substring {
    /// Returns the text without the characters at both ends that fail a condition.
    fileprivate func trimmed(_ keeps: (Character) -> Bool) -> Substring {
        guard let first = firstIndex(where: keeps), let last = lastIndex(where: keeps) else { return prefix(0) }
        return self[first...last]
    }
}
