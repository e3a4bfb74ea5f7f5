import Ground

/// The information about an accessory's firmware in a line of its console.
///
/// A line counts only if a label precedes the information: a hash of 64 digits after `image hash` or `sha256`, a
/// build id of 16 to 64 digits after `build id`, a version after `firmware`, `fw`, `app` or `application`, optionally
/// with `version`, `ver` or `revision` in between, the application's Zephyr banner (`*** Booting NAME v1.2.3 ***`),
/// and the `Version` after `Info` and `Device` in the status of Qorvo's CLI firmware, which is JSON in one line. The
/// version of the operating system (`Booting Zephyr OS build …`) is not the firmware's. These forms are defined by
/// this project; see gate.md, section 6.5.
public enum ConsoleIdentity {
    /// The maximum number of bytes of a line to examine.
    public static let longestLine = 512

    public static func reading(_ line: String) -> IdentityReading? {
        let bytes = Array(line.utf8.prefix(longestLine))
        return claim(bytes).map { IdentityReading(.console, $0, bytes: bytes) }
    }

    private static func claim(_ line: [UInt8]) -> IdentityClaim? {
        let words = words(of: line)
        for index in words.indices {
            let rest = words[(index + 1)...]
            switch words[index].lowercased() {
            case "image" where rest.first?.lowercased() == "hash", "build" where rest.first?.lowercased() == "id":
                if let claim = digits(rest.dropFirst().first, isHash: words[index].lowercased() == "image") {
                    return claim
                }
            case "sha256", "imagehash": if let claim = digits(rest.first, isHash: true) { return claim }
            case "buildid", "build-id": if let claim = digits(rest.first, isHash: false) { return claim }
            case "firmware", "fw", "app", "application": if let claim = version(rest) { return claim }
            case "version" where words[..<index].contains("Info") && words[..<index].contains("Device"):
                if let word = rest.first, isVersion(word) { return .version(text: word) }
            case "booting":
                // NAME may have several words; the operating system's own banner has no version in this form.
                guard !rest.prefix(2).elementsEqual(["Zephyr", "OS"]) else { return nil }
                if let word = rest.first(where: isVersion) { return .version(text: word) }
            default: continue
            }
        }
        return nil
    }

    private static func digits(_ word: String?, isHash: Bool) -> IdentityClaim? {
        guard let word, word.utf8.allSatisfy({ UInt8(ascii: "0") <= $0 }), let bytes = [UInt8](hex: word) else {
            return nil
        }
        if isHash { return ImageHash(bytes).map { .imageHash(hash: $0) } }
        return (8...32).contains(bytes.count) ? .buildID(digits: bytes.hex(separator: "")) : nil
    }

    private static func version(_ words: ArraySlice<String>) -> IdentityClaim? {
        let names = ["version", "ver", "revision", "v"]
        let rest = words.first.map { names.contains($0.lowercased()) } == true ? words.dropFirst() : words
        guard let word = rest.first, isVersion(word) else { return nil }
        return .version(text: word)
    }

    /// Returns whether a word begins like a version: `1.2`, `v1.2.3-4-g5678abc`.
    private static func isVersion(_ word: String) -> Bool {
        let text = word.first == "v" || word.first == "V" ? word.dropFirst() : word[...]
        let numbers = text.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
        guard numbers.count >= 2, let first = numbers[0].first, let second = numbers[1].first else { return false }
        return numbers[0].allSatisfy { $0.isASCII && $0.isNumber } && first.isNumber && second.isASCII
            && second.isNumber
    }

    /// Returns the runs of letters, digits and `.`, `+`, `-`, `_`.
    private static func words(of line: [UInt8]) -> [String] {
        line.split { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E, 0x5F: false
            default: true
            }
        }.map { String(decoding: $0, as: UTF8.self) }
    }
}
