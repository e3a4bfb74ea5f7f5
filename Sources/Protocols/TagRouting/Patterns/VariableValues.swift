/// The values of one substitution variable, made ready for looking up; shared by all patterns that name it.
///
/// Values without wildcards lie sorted in one run of bytes for every length, so that looking one up takes as many
/// comparisons as the logarithm of their number.
final class VariableValues: Sendable {
    struct Literals: Sendable {
        let length: Int
        let count: Int
        let bytes: [UInt8]
    }

    let literals: [Literals]
    /// Values with `?` and `*`.
    let wildcards: [[PatternToken]]
    /// What looking up costs at one place of the text, in steps.
    let cost: Int
    /// The one length of all values, where they have one.
    let fixedLength: Int?

    init(_ values: [String], folds: Bool) {
        var plain: [[UInt8]] = []
        var wildcards: [[PatternToken]] = []
        for value in values {
            let bytes = folds ? CaseFolding.folded(Array(value.utf8)) : Array(value.utf8)
            if bytes.contains(where: { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }) {
                wildcards.append(PatternToken.tokens(ofValue: bytes))
            } else {
                plain.append(bytes)
            }
        }
        plain.sort { ($0.count, 0) < ($1.count, 0) || ($0.count == $1.count && $0.lexicographicallyPrecedes($1)) }
        var literals: [Literals] = []
        var rest = plain[...]
        while let first = rest.first {
            let group = rest.prefix { $0.count == first.count }
            literals.append(Literals(length: first.count, count: group.count, bytes: group.flatMap { $0 }))
            rest = rest.dropFirst(group.count)
        }
        self.literals = literals
        self.wildcards = wildcards
        let lookups = literals.reduce(0) { $0 + Self.comparisons($1.count) * (1 + $1.length / 8) + 1 }
        cost = lookups + wildcards.reduce(0) { $0 + $1.count + 2 } + 2
        fixedLength = literals.count == 1 && wildcards.isEmpty ? literals.first.map(\.length) : nil
    }

    /// How many comparisons find one of `count` sorted values, at most.
    static func comparisons(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount + 1 }

    /// Whether the values of one length hold what stands in the text at `place`.
    static func contains(
        _ literals: Literals, _ text: [UInt8], at place: Int, end: Int, _ work: inout MatchingWork
    ) -> Bool {
        work.spend()
        guard end - place >= literals.length else { return false }
        var low = 0
        var high = literals.count
        while low < high {
            let middle = (low + high) / 2
            let start = middle * literals.length
            var offset = 0
            while offset < literals.length, literals.bytes[start + offset] == text[place + offset] { offset += 1 }
            work.spend(1 + offset / 8)
            if offset == literals.length { return true }
            if literals.bytes[start + offset] < text[place + offset] { low = middle + 1 } else { high = middle }
        }
        return false
    }
}
