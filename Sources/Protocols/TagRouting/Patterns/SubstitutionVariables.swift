/// The names that a pattern may use as `$(name)`: those predefined by Apple, and those of the file.
///
/// Apple's page lists `$(alpha)`, `$(upper)`, `$(lower)`, `$(alnum)`, `$(digit)` and `$(xdigit)`, each one ASCII
/// character, and `$(lang)` and `$(region)` (nfc.md 5.3). Names are case-sensitive and compared by bytes. A
/// file may override a predefined name [decided here].
public struct SubstitutionVariables: Sendable {
    enum Meaning: Sendable {
        case one(CharacterClass)
        case values(VariableValues)
    }

    /// The variables predefined by Apple alone.
    public static let predefined = SubstitutionVariables([])

    /// The names predefined by Apple.
    public static let predefinedNames = CharacterClass.allCases.map(\.rawValue) + ["lang", "region"]

    /// The file's own variables, by the bytes of their names.
    private let exact: [[UInt8]: VariableValues]
    private let folded: [[UInt8]: VariableValues]
    /// The doubts about variables, by the bytes of their names.
    private let doubts: [[UInt8]: String]

    /// Creates the predefined variables and these; the last of several with the same name counts.
    public init(_ own: [(name: String, values: [String])]) { self.init(own, doubts: []) }

    /// Creates the variables, along with the doubts about some of them.
    init(_ own: [(name: String, values: [String])], doubts: [(name: String, meaning: String)]) {
        var exact: [[UInt8]: VariableValues] = [:]
        var folded: [[UInt8]: VariableValues] = [:]
        for (name, values) in own {
            exact[Array(name.utf8)] = VariableValues(values, folds: false)
            folded[Array(name.utf8)] = VariableValues(values, folds: true)
        }
        (self.exact, self.folded) = (exact, folded)
        self.doubts = Dictionary(doubts.map { (Array($0.name.utf8), $0.meaning) }) { first, _ in first }
    }

    /// Returns the doubt about a variable, or nil if there is none.
    func doubt(about name: [UInt8]) -> String? { doubts[name] }

    func meaning(of name: [UInt8], folds: Bool) -> Meaning? {
        if let own = folds ? folded[name] : exact[name] { return .values(own) }
        let text = String(decoding: name, as: UTF8.self)
        if let kind = CharacterClass(rawValue: text) { return .one(folds ? kind.folded : kind) }
        switch text {
        case "lang": return .values(folds ? Self.foldedLanguages : Self.languages)
        case "region": return .values(folds ? Self.foldedRegions : Self.regions)
        default: return nil
        }
    }

    private static let languages = VariableValues(StandardCodes.languages, folds: false)
    private static let foldedLanguages = VariableValues(StandardCodes.languages, folds: true)
    private static let regions = VariableValues(StandardCodes.regions, folds: false)
    private static let foldedRegions = VariableValues(StandardCodes.regions, folds: true)
}

/// A class of ASCII characters.
enum CharacterClass: String, Sendable, CaseIterable {
    case alpha, upper, lower, alnum, digit, xdigit

    /// The class to use for case-insensitive matching, where the text is all lower case.
    var folded: CharacterClass {
        switch self {
        case .upper, .lower: .alpha
        case .alpha, .alnum, .digit, .xdigit: self
        }
    }

    func contains(_ byte: UInt8) -> Bool {
        let isUpper = (0x41...0x5A).contains(byte)
        let isLower = (0x61...0x7A).contains(byte)
        let isDigit = (0x30...0x39).contains(byte)
        switch self {
        case .alpha: return isUpper || isLower
        case .upper: return isUpper
        case .lower: return isLower
        case .alnum: return isUpper || isLower || isDigit
        case .digit: return isDigit
        case .xdigit: return isDigit || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
        }
    }
}

/// The codes that `$(lang)` and `$(region)` match.
///
/// Apple refers to `Locale.isoLanguageCodes` and `Locale.isoRegionCodes`; their contents beyond the two-letter codes
/// of ISO 639-1 and the countries of ISO 3166-1 are unknown here [U]. `UK` is not one of them (nfc.md 5.5,
/// L87).
enum StandardCodes {
    /// ISO 639-1, 183 codes.
    static let languages = split(
        """
        aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en
        eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja
        jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb
        nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq
        sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu
        """)

    /// ISO 3166-1 alpha-2, 249 codes.
    static let regions = split(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ
        CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO
        FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE
        JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO
        MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW
        PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM
        TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """)

    private static func split(_ text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}

/// The values of a substitution variable, prepared for lookup and shared by all patterns that use it.
///
/// Values without wildcards are sorted in one run of bytes per length, so a lookup takes a logarithmic number of
/// comparisons.
final class VariableValues: Sendable {
    struct Literals: Sendable {
        let length: Int
        let count: Int
        let bytes: [UInt8]
    }

    let literals: [Literals]
    /// The values with `?` and `*`.
    let wildcards: [[PatternToken]]
    /// The cost of a lookup at one place of the text, in steps.
    let cost: Int
    /// The common length of all values; nil if they differ.
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

    /// Returns the maximum number of comparisons for finding one of `count` sorted values.
    static func comparisons(_ count: Int) -> Int { Int.bitWidth - count.leadingZeroBitCount + 1 }

    /// Returns whether the values of one length contain the text at `place`.
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
