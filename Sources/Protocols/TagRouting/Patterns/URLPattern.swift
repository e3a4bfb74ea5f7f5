import Ground

/// A compiled pattern of an association file, which matches a whole text or does not (nfc.md 5.3).
///
/// `*` is any run of characters, `?` one character, `$(name)` one value of a substitution variable; there are no
/// escapes. A character is one Unicode scalar [decided here]. Texts are bytes, which must be folded first if case is
/// ignored.
///
/// For any pattern, matching takes at most `size` steps for every byte of the text plus one. A short pattern in which
/// only runs leave a choice backtracks to its last run only; any other pattern is followed at all places of the text
/// simultaneously.
public struct URLPattern: Sendable {
    enum Shape: Sendable {
        case any
        case never
        case exact([UInt8])
        /// These bytes, then anything.
        case prefix([UInt8])
        /// Few tokens, of which every one but `*` is determined.
        case runs([PatternToken])
        case general([PatternToken])
    }

    /// The text as written in the file.
    public let text: String
    /// The maximum number of steps per byte of the text.
    public let size: Int
    /// The undefined variables in the pattern, with which it never matches [decided here].
    public let undefinedVariables: [String]
    /// The doubts about the variables in the pattern.
    let variableDoubts: [String]
    let tokens: [PatternToken]
    let shape: Shape

    /// The maximum number of tokens for `runs`; longer patterns are followed at all places simultaneously.
    private static let mostRunTokens = 64

    /// The pattern that matches everything, which is the default.
    public static let any = URLPattern("*")

    /// Compiles a pattern; without variables, `$(` has no special meaning.
    public init(_ text: String, variables: SubstitutionVariables? = .predefined, folds: Bool = false) {
        self.init(text, bytes: Array(text.utf8), variables: variables, folds: folds)
    }

    /// Compiles these bytes for the pattern that is written as `text`.
    init(_ text: String, bytes: [UInt8], variables: SubstitutionVariables?, folds: Bool) {
        // Names of variables keep their case, so only letters outside ASCII are folded before parsing.
        let ready = folds ? Self.foldedOutsideASCII(bytes) : bytes
        let (tokens, undefined, doubts) = PatternToken.tokens(of: ready, variables: variables, folds: folds)
        self.init(text, tokens: tokens, undefined: undefined, doubts: doubts)
    }

    init(_ text: String, tokens: [PatternToken], undefined: [String], doubts: [String] = []) {
        self.text = text
        self.tokens = tokens
        undefinedVariables = undefined
        variableDoubts = doubts
        // Eight more for computing the places of bytes in the text.
        size = tokens.reduce(9) { $0 + $1.cost }
        shape = Self.shape(of: tokens)
    }

    /// Returns whether the pattern covers the whole text; false if it takes too much work.
    public func matches(_ text: [UInt8]) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Matches a text and adds the number of steps to `steps`.
    public func matches(_ text: [UInt8], steps: inout Int) -> Bool {
        var work = MatchingWork()
        defer { steps += work.steps }
        return matches(text, from: 0, to: text.count, &work)
    }

    func matches(_ text: [UInt8], from start: Int, to end: Int, _ work: inout MatchingWork) -> Bool {
        work.spend()
        guard !work.isExhausted else { return false }
        switch shape {
        case .any: return true
        case .never: return false
        case .exact(let wanted): return end - start == wanted.count && Self.starts(text, start, with: wanted, &work)
        case .prefix(let wanted): return end - start >= wanted.count && Self.starts(text, start, with: wanted, &work)
        case .runs(let tokens): return Self.matchesRuns(tokens, text, start, end, &work)
        case .general(let tokens):
            let masks = work.masks(of: text)
            var places = PlaceSet(at: start, end: end)
            places.follow(tokens, text, masks, &work)
            return !work.isExhausted && places.reachesEnd
        }
    }

    private static func starts(_ text: [UInt8], _ start: Int, with wanted: [UInt8], _ work: inout MatchingWork) -> Bool
    {
        for (offset, byte) in wanted.enumerated() where text[start + offset] != byte {
            work.spend(offset)
            return false
        }
        work.spend(wanted.count)
        return true
    }

    /// Matches with a single backtracking place: after a run, the shortest match of what follows is as good as any.
    private static func matchesRuns(
        _ tokens: [PatternToken], _ text: [UInt8], _ start: Int, _ end: Int, _ work: inout MatchingWork
    ) -> Bool {
        var token = 0
        var place = start
        var run: (token: Int, place: Int)?
        while true {
            work.spend()
            if token < tokens.count {
                if case .anyRun = tokens[token] {
                    if token == tokens.count - 1 { return true }
                    run = (token, place)
                    token += 1
                    continue
                }
                if let next = tokens[token].end(in: text, at: place, end: end, &work) {
                    place = next
                    token += 1
                    continue
                }
            } else if place == end {
                return true
            }
            guard let last = run, last.place < end, !work.isExhausted else { return false }
            let next = last.place + UTF8Width.ofScalar(in: text, at: last.place, end: end)
            run = (last.token, next)
            (token, place) = (last.token + 1, next)
        }
    }

    private static func shape(of tokens: [PatternToken]) -> Shape {
        var bytes: [UInt8] = []
        var isDetermined = true
        for (index, token) in tokens.enumerated() {
            switch token {
            case .byte(let byte): bytes.append(byte)
            case .anyRun where bytes.count == index && index == tokens.count - 1:
                return index == 0 ? .any : .prefix(bytes)
            case .nothing: return .never
            case .anyRun, .anyOne, .one: break
            case .values(let values): isDetermined = isDetermined && values.fixedLength != nil
            }
        }
        if bytes.count == tokens.count { return .exact(bytes) }
        return isDetermined && tokens.count <= mostRunTokens ? .runs(tokens) : .general(tokens)
    }

    private static func foldedOutsideASCII(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.allSatisfy({ $0 < 0x80 }) { return bytes }
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let width = UTF8Width.ofScalar(in: bytes, at: place, end: bytes.count)
            let letter = Array(bytes[place..<place + width])
            result += width == 1 ? letter : CaseFolding.folded(letter)
            place += width
        }
        return result
    }
}

extension URLPattern: CustomStringConvertible {
    public var description: String { text.escapedForDisplay }
}
