/// A piece of a pattern: the text allowed at one place.
enum PatternToken: Sendable {
    case byte(UInt8)
    /// `?`
    case anyOne
    /// `*`
    case anyRun
    case one(CharacterClass)
    case values(VariableValues)
    /// An undefined variable, which matches nothing.
    case nothing

    /// The cost of the token at one place of the text, in steps.
    var cost: Int {
        switch self {
        case .byte, .anyOne, .anyRun, .one, .nothing: 1
        case .values(let values): values.cost
        }
    }

    /// Returns the place in the text after a determined token at `place`, or nil if it does not match there.
    @inline(__always)
    func end(in text: [UInt8], at place: Int, end: Int, _ work: inout MatchingWork) -> Int? {
        switch self {
        case .byte(let byte): return place < end && text[place] == byte ? place + 1 : nil
        case .anyOne: return place < end ? place + UTF8Width.ofScalar(in: text, at: place, end: end) : nil
        case .one(let kind): return place < end && kind.contains(text[place]) ? place + 1 : nil
        case .values(let values):
            guard let literals = values.literals.first,
                VariableValues.contains(literals, text, at: place, end: end, &work)
            else { return nil }
            return place + literals.length
        case .anyRun, .nothing: return nil
        }
    }

    /// Returns the tokens of a variable's value, in which wildcards count but other variables do not (nfc.md
    /// 5.3).
    static func tokens(ofValue bytes: [UInt8]) -> [PatternToken] { bytes.map(token) }

    /// Returns the tokens of a pattern, the names of undefined variables, and the doubts about others.
    static func tokens(
        of bytes: [UInt8], variables: SubstitutionVariables?, folds: Bool
    ) -> (tokens: [PatternToken], undefined: [String], doubts: [String]) {
        var tokens: [PatternToken] = []
        var undefined: [String] = []
        var doubts: [String] = []
        var place = 0
        while place < bytes.count {
            guard let variables, let name = variable(in: bytes, at: place) else {
                tokens.append(token(folds ? ASCII.lower(bytes[place]) : bytes[place]))
                place += 1
                continue
            }
            switch variables.meaning(of: Array(bytes[name]), folds: folds) {
            case .one(let kind): tokens.append(.one(kind))
            case .values(let values): tokens.append(.values(values))
            case nil:
                tokens.append(.nothing)
                undefined.append(String(decoding: bytes[name], as: UTF8.self))
            }
            if let doubt = variables.doubt(about: Array(bytes[name])), doubts.count < 3, !doubts.contains(doubt) {
                doubts.append(doubt)
            }
            place = name.upperBound + 1
        }
        return (tokens, undefined, doubts)
    }

    private static func token(_ byte: UInt8) -> PatternToken {
        switch byte {
        case UInt8(ascii: "*"): .anyRun
        case UInt8(ascii: "?"): .anyOne
        default: .byte(byte)
        }
    }

    /// Returns the name in `$(name)` at `place`. A name contains neither `$` nor brackets; anything else is literal.
    private static func variable(in bytes: [UInt8], at place: Int) -> Range<Int>? {
        guard bytes[place] == UInt8(ascii: "$"), place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "(") else {
            return nil
        }
        let start = place + 2
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "$"), bytes[end] != UInt8(ascii: "("),
            bytes[end] != UInt8(ascii: ")")
        {
            end += 1
        }
        guard end < bytes.count, end > start, bytes[end] == UInt8(ascii: ")") else { return nil }
        return start..<end
    }
}
