import Ground
import Journal

extension RunSummary {
    /// What stays the same of a failure from run to run: 32 hexadecimal digits, for readers that keep failures apart.
    ///
    /// It rests on scenario, file, codes, link, meaning and on what was seen, with every number replaced, but neither
    /// on the line nor on seed and rig (gate.md, section 3.3). It tells failures apart and protects nothing: no
    /// evidence rests on it.
    var failureKey: String {
        let failure = failures.first
        let file = (failure?.spot ?? spot).file.split(separator: "/").last.map(String.init) ?? ""
        let parts = [
            scenario, verdict.kind.rawValue, file, code?.rawValue ?? "", failure?.seenCode.rawValue ?? "",
            failure?.link ?? errorLink?.description ?? "", (failure?.meaning ?? "").withoutNumbers,
            (failure?.expected ?? "").withoutNumbers, (failure?.seen ?? reason ?? "").withoutNumbers,
        ]
        return Fingerprint(parts).text
    }
}

/// Texts as 128 bits, by FNV-1a (draft-eastlake-fnv): twice 64 bits from two beginnings.
struct Fingerprint {
    private var low: UInt64 = 0xCBF2_9CE4_8422_2325
    private var high: UInt64 = 0x6C62_272E_07BB_0142

    init(_ parts: [String]) {
        for part in parts {
            for byte in part.utf8 { add(byte) }
            // No text in UTF-8 has this byte: it tells where a part ends.
            add(0xFF)
        }
    }

    private mutating func add(_ byte: UInt8) {
        low = (low ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
        high = (high ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }

    /// 32 digits.
    var text: String { Self.digits(high) + Self.digits(low) }

    /// 16 digits, not all of them 0.
    var short: String { Self.digits(low == 0 ? 1 : low) }

    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

extension String {
    /// The text with `#` for every number, hexadecimal ones and addresses included.
    fileprivate var withoutNumbers: String {
        var result = ""
        var word = ""
        func end() {
            let isNumber = word.contains { $0.isNumber } && word.allSatisfy { $0.isHexDigit || $0 == "x" }
            result += isNumber ? "#" : word
            word = ""
        }
        for character in self {
            if character.isLetter || character.isNumber {
                word.append(character)
            } else {
                end()
                result.append(character)
            }
        }
        end()
        return result
    }
}
