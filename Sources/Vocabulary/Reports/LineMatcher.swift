public import Ground

/// Searches lines for a pattern.
///
/// Each part between two `{}` is searched for once, from the left, after the previous part, without backtracking. So
/// the time is at most the line's length times the pattern's. A part with a number must end at a word boundary: `213
/// m` is not found in `213 mm`.
public struct LineMatcher: Hashable, Sendable {
    /// The result of matching a line against a pattern.
    public enum Match: Hashable, Sendable {
        /// The line is about something else.
        case none
        /// The line matches up to the pattern's number and differs from there: damaged, or printed differently.
        case broken
        /// The line matches, with its number if the pattern has one.
        case line(Distance?)
    }

    private enum Piece: Hashable, Sendable {
        /// The beginning of the line.
        case start
        case text([UInt8])
        case number(LengthUnit)
    }

    /// The number of bytes of a line that are searched: as many as a console keeps.
    public static let longestLine = 1_024
    /// The greatest number of digits before or after a distance's decimal point.
    private static let mostDigits = 9

    /// The parts between two `{}`, in order.
    private let parts: [[Piece]]

    public init(_ pattern: LinePattern) throws(LinePatternFault) {
        var reader = PatternReader(pattern)
        let holes = try reader.read()
        guard pattern.text.utf8.count <= LinePattern.longest else {
            throw LinePatternFault(
                meaning: "a pattern has at most \(LinePattern.longest) bytes, and this has "
                    + "\(pattern.text.utf8.count): write the part of the line that distinguishes it")
        }
        var parts: [[Piece]] = [[]]
        for hole in holes {
            switch hole {
            case .start: parts[parts.count - 1].append(.start)
            case .text(let bytes): parts[parts.count - 1].append(.text(bytes))
            case .number(let unit): parts[parts.count - 1].append(.number(unit))
            case .anything: parts.append([])
            }
        }
        self.parts = parts
        if let fault { throw LinePatternFault(meaning: fault) }
    }

    public var hasNumber: Bool { parts.joined().contains { if case .number = $0 { true } else { false } } }

    public func match(_ line: String) -> Match {
        let bytes = line.utf8.prefix(Self.longestLine).map(\.lowercased)
        var (start, number, isBroken) = (0, Distance?.none, false)
        for part in parts {
            guard let found = find(part, in: bytes, from: start, &isBroken) else { return isBroken ? .broken : .none }
            start = found.end
            number = found.number ?? number
        }
        return .line(number)
    }

    /// Finds the first occurrence of a part; sets `isBroken` if only the text before its number occurs.
    private func find(
        _ part: [Piece], in line: [UInt8], from start: Int, _ isBroken: inout Bool
    ) -> (end: Int, number: Distance?)? {
        guard start <= line.count else { return nil }
        for first in start...line.count {
            var (place, number, isFitting) = (first, Distance?.none, true)
            for (index, piece) in part.enumerated() where isFitting {
                switch piece {
                case .start: isFitting = place == 0
                case .text(let text):
                    isFitting = line[place...].starts(with: text)
                    if isFitting { place += text.count }
                    if !isFitting, number != nil { isBroken = true }
                case .number(let unit):
                    let isInside = index == 0 && place > 0 && line[place - 1].isDigit
                    let read = isInside ? nil : Self.number(in: line[place...], unit)
                    isFitting = read != nil
                    if let read { (number, place) = (read.distance, read.end) }
                    if !isFitting, index > (part[0] == .start ? 1 : 0) { isBroken = true }
                }
            }
            // `213 m` does not match the beginning of `213 mm`.
            if isFitting, number != nil, place < line.count, line[place].isWord, line[place - 1].isWord {
                (isFitting, isBroken) = (false, true)
            }
            if isFitting { return (place, number) }
        }
        return nil
    }

    /// Parses the number at the beginning of a text, rounded to a millimetre; nil if there is none, or if it is too
    /// long.
    private static func number(in text: ArraySlice<UInt8>, _ unit: LengthUnit) -> (distance: Distance, end: Int)? {
        var rest = text
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        let whole = rest.prefix { $0.isDigit }
        guard !whole.isEmpty, whole.count <= mostDigits else { return nil }
        rest = rest[whole.endIndex...]
        var fraction = rest[rest.startIndex..<rest.startIndex]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            guard digits.count <= mostDigits else { return nil }
            if !digits.isEmpty { (fraction, rest) = (digits, rest[digits.endIndex...]) }
        }
        let value = (whole + fraction).value
        let scale = (0..<fraction.count).reduce(Int64(1)) { power, _ in power * 10 }
        // A value has at most 18 digits, so multiplying it by the unit's factor may overflow.
        let (product, isTooMuch) = value.multipliedReportingOverflow(by: unit.millimetres)
        guard !isTooMuch else { return nil }
        let millimetres = (product + scale / 2) / scale
        return (Distance(millimetres: Int32(clamping: isNegative ? -millimetres : millimetres)), rest.startIndex)
    }

    /// The reason a readable pattern is useless; nil if it is usable.
    private var fault: String? {
        let pieces = parts.flatMap { $0 }.filter { $0 != .start }
        let texts = pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
        guard texts.joined().contains(where: { $0 > 0x20 }) else {
            return hasNumber
                ? "every line with a number matches this: write the text beside it"
                : "every line matches this: write a part of the line that distinguishes it"
        }
        let numbers = pieces.count - texts.count
        if numbers > 1 { return "a pattern has one number, and this has \(numbers)" }
        if parts.joined().dropFirst().contains(.start) {
            return "{^} is the beginning of the line: write it at the beginning of the pattern"
        }
        if parts.contains(where: { $0.isEmpty || $0 == [.start] }) {
            return "{} matches any text between two others: omit it at an end or beside another {}"
        }
        for part in parts {
            for (piece, next) in zip(part, part.dropFirst()) {
                guard case .number = piece, case .text(let text) = next, let first = text.first else { continue }
                let second = text.dropFirst().first
                if first.isDigit || first == UInt8(ascii: ".") && second?.isDigit == true {
                    return "the digits after the number could belong to it: its end is ambiguous"
                }
            }
        }
        let isBesideAny = zip(parts, parts.dropFirst()).contains { part, next in
            if case .number? = part.last { return true }
            if case .number? = next.first { return true }
            return false
        }
        return isBesideAny ? "there is nothing between {} and the number: it is ambiguous which number is meant" : nil
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Whether it is an ASCII digit or lowercase letter.
    fileprivate var isWord: Bool { isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    /// The byte with an ASCII letter lowercased.
    fileprivate var lowercased: UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
    }
}

extension ArraySlice<UInt8> {
    /// The value of ASCII digits.
    fileprivate var value: Int64 { reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) } }
}

/// A parser that splits a pattern into pieces.
private struct PatternReader {
    enum Piece {
        case start
        case text([UInt8])
        case number(LengthUnit)
        case anything
    }

    private var rest: Substring

    init(_ pattern: LinePattern) { rest = pattern.text.prefix(LinePattern.longest * 2) }

    mutating func read() throws(LinePatternFault) -> [Piece] {
        var (pieces, text): ([Piece], [UInt8]) = ([], [])
        while let next = rest.first {
            rest = rest.dropFirst()
            guard next == "{", rest.first != "{" else {
                if next == "{" { rest = rest.dropFirst() }
                text += String(next).utf8.map(\.lowercased)
                continue
            }
            if !text.isEmpty { pieces.append(.text(text)) }
            text = []
            pieces.append(try hole())
        }
        return text.isEmpty ? pieces : pieces + [.text(text)]
    }

    /// Parses the text after an opening brace.
    private mutating func hole() throws(LinePatternFault) -> Piece {
        let name = rest.prefix { $0 != "}" }
        guard name.endIndex < rest.endIndex else {
            throw LinePatternFault(meaning: "a hole is not closed: write {cm}, or {{ for a brace of the line")
        }
        rest = rest[name.endIndex...].dropFirst()
        if name.isEmpty { return .anything }
        if name == "^" { return .start }
        if let unit = LengthUnit(rawValue: String(name)) { return .number(unit) }
        let known = LengthUnit.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        throw LinePatternFault(
            meaning: "there is no hole {\(String(name.prefix(20)).escapedForDisplay)}: write \(known) for a distance, "
                + "{} for any text, {^} for the beginning of the line, or {{ for a brace of the line")
    }
}
