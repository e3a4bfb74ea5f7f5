/// Letters outside ASCII written with letters of ASCII, by RFC 3492.
enum Punycode {
    private static let base = 36
    private static let smallest = 1
    private static let largest = 26
    private static let skew = 38
    private static let damp = 700

    /// More letters than this never fit into the 63 bytes of a host's label, and make no work (RFC 1034, 3.1).
    static let letterLimit = 63

    /// The text in Punycode, without any prefix; nil when it has more letters than the limit.
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

    /// A number in digits of changing worth, the smallest first (RFC 3492, 3.3).
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

    /// RFC 3492, 6.1.
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
