/// The text of a failure without the parts that vary between runs (gate.md, 3.3).
///
/// Numbers become `#`; addresses, handles and other hexadecimal bytes become `@`. So a run that entered at 2.10 m and
/// one that entered at 2.07 m failed alike.
struct FailurePattern: Hashable {
    let text: String

    init(_ sentence: String) {
        let words = sentence.split(separator: " ", omittingEmptySubsequences: false)
        var (patterns, place) = ([String](), 0)
        while place < words.count {
            let count = words[place...].prefix(while: Self.isByte).count
            if count > 1, words[place..<place + count].contains(where: { $0.contains { !$0.isNumber } }) {
                patterns.append("@")
                place += count
            } else {
                patterns.append(Self.pattern(of: words[place]))
                place += 1
            }
        }
        text = patterns.joined(separator: " ")
    }

    /// Returns whether the word is two hexadecimal digits, as in a sequence of bytes.
    private static func isByte(_ word: Substring) -> Bool {
        word.unicodeScalars.count == 2 && word.unicodeScalars.allSatisfy(isHex)
    }

    /// Returns a word without its variable part; the characters around it are kept.
    private static func pattern(of word: Substring) -> String {
        let scalars = Array(word.unicodeScalars)
        guard let first = scalars.firstIndex(where: isSign), let last = scalars.lastIndex(where: isSign) else {
            return String(word)
        }
        let core = scalars[first...last]
        if isIdentity(core) {
            return text(scalars[..<first]) + "@" + text(scalars[(last + 1)...])
        }
        var (pattern, inNumber) = ("", false)
        for (place, scalar) in scalars.enumerated() {
            let next = place + 1 < scalars.count ? scalars[place + 1] : nil
            let isPoint = inNumber && (scalar == "." || scalar == ",") && next.map(isDigit) == true
            if isDigit(scalar) || isPoint {
                if !inNumber { pattern += "#" }
                inNumber = true
            } else {
                inNumber = false
                pattern.unicodeScalars.append(scalar)
            }
        }
        return pattern
    }

    /// Returns whether it is an address, a handle or a UUID: hexadecimal digits, in groups or after `0x`.
    private static func isIdentity(_ core: ArraySlice<Unicode.Scalar>) -> Bool {
        let text = String(String.UnicodeScalarView(core))
        if text.hasPrefix("0x") { return text.unicodeScalars.dropFirst(2).allSatisfy(isHex) && text.count > 2 }
        let groups = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        let areBytes = groups.allSatisfy { $0.unicodeScalars.allSatisfy(isHex) && $0.count >= 2 }
        return groups.count >= 4 && areBytes
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static func isSign(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
        isDigit(scalar) || ("a"..."f").contains(scalar) || ("A"..."F").contains(scalar)
    }
}
