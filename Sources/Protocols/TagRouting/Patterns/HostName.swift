/// A host in the form for comparison: lower case, with internationalised labels as A-labels (nfc.md 5.2).
///
/// `bücher.example` and `xn--bcher-kva.example` are the same host [inferred]. A label is converted to lower case and
/// then to Punycode (RFC 3492). IDNA's versions differ in the preceding treatment of letters with other forms, such
/// as ß or combining accents: such a host is marked as disputed and converted as it is.
struct HostName: Hashable, Sendable {
    /// The host in ASCII, except that labels too long for any host are left unconverted.
    let compared: String
    /// Whether a label was converted.
    let isConverted: Bool
    /// Whether another version of IDNA may convert it to another host.
    let isDisputed: Bool

    init(_ written: String) {
        guard written.utf8.contains(where: { $0 >= 0x80 }) else {
            (compared, isConverted, isDisputed) = (ASCII.folded(written), false, false)
            return
        }
        var isDisputed = false
        var labels: [String] = []
        let scalars = Array(written.unicodeScalars)
        for label in scalars.split(omittingEmptySubsequences: false, whereSeparator: Self.isDot) {
            let small = label.flatMap { Array($0.properties.lowercaseMapping.unicodeScalars) }
            isDisputed = isDisputed || small.contains(where: Self.isDisputed)
            labels.append(Self.converted(small))
        }
        compared = labels.joined(separator: ".")
        isConverted = true
        self.isDisputed = isDisputed
    }

    private static func converted(_ label: [Unicode.Scalar]) -> String {
        if !label.allSatisfy(\.isASCII), let code = Punycode.encoded(label) {
            return "xn--" + String(decoding: code, as: UTF8.self)
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: label)
        return String(text)
    }

    /// Returns whether the scalar is one of IDNA's dots (RFC 3490, 3.1).
    private static func isDot(_ scalar: Unicode.Scalar) -> Bool {
        [0x2E, 0x3002, 0xFF0E, 0xFF61].contains(scalar.value)
    }

    private static func isDisputed(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.isASCII else { return false }
        let properties = scalar.properties
        return properties.changesWhenNFKCCaseFolded || properties.isJoinControl
            || properties.canonicalCombiningClass != .notReordered
    }
}

/// Letters outside ASCII encoded in ASCII, according to RFC 3492.
enum Punycode {
    private static let base = 36
    private static let smallest = 1
    private static let largest = 26
    private static let skew = 38
    private static let damp = 700

    /// The maximum number of letters. More never fit into the 63 bytes of a host's label, so they are not worth
    /// encoding (RFC 1034, 3.1).
    static let letterLimit = 63

    /// Returns the text in Punycode, without any prefix, or nil if it has more letters than the limit.
    static func encoded(_ letters: [Unicode.Scalar], limit: Int = letterLimit) -> [UInt8]? {
        guard letters.count <= limit else { return nil }
        var output = letters.filter(\.isASCII).map { UInt8(truncatingIfNeeded: $0.value) }
        let plain = output.count
        if plain > 0 { output.append(UInt8(ascii: "-")) }
        var (code, delta, bias, handled) = (0x80, 0, 72, plain)
        while handled < letters.count {
            guard let next = letters.lazy.map({ Int($0.value) }).filter({ $0 >= code }).min() else { return nil }
            delta += (next - code) * (handled + 1)
            code = next
            for letter in letters {
                if Int(letter.value) < code { delta += 1 }
                guard Int(letter.value) == code else { continue }
                append(delta, bias, to: &output)
                bias = adapted(delta, handled + 1, isFirst: handled == plain)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return output
    }

    /// Appends a number as a variable-length integer, least significant digit first (RFC 3492, 3.3).
    private static func append(_ number: Int, _ bias: Int, to output: inout [UInt8]) {
        var rest = number
        var place = base
        while true {
            let threshold = min(max(place - bias, smallest), largest)
            guard rest >= threshold else { break }
            output.append(digit(threshold + (rest - threshold) % (base - threshold)))
            rest = (rest - threshold) / (base - threshold)
            place += base
        }
        output.append(digit(rest))
    }

    private static func digit(_ value: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: value < 26 ? 0x61 + value : 0x30 + value - 26)
    }

    /// Returns the adapted bias (RFC 3492, 6.1).
    private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
        var rest = isFirst ? delta / damp : delta / 2
        rest += rest / count
        var bias = 0
        while rest > (base - smallest) * largest / 2 {
            rest /= base - smallest
            bias += base
        }
        return bias + (base - smallest + 1) * rest / (rest + skew)
    }
}
