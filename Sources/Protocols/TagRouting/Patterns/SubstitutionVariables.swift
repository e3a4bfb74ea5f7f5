/// The names that a pattern may write as `$(name)`: those that Apple predefines, and those of the file.
///
/// Apple's page names `$(alpha)`, `$(upper)`, `$(lower)`, `$(alnum)`, `$(digit)` and `$(xdigit)`, one character of
/// ASCII each, and `$(lang)` and `$(region)` (NFC fact sheet 5.3). Names are case-sensitive and compared byte for byte.
/// A file that defines a predefined name anew gets its own values [decided here].
public struct SubstitutionVariables: Sendable {
    enum Meaning: Sendable {
        case one(CharacterClass)
        case values(VariableValues)
    }

    /// Only those that Apple predefines.
    public static let predefined = SubstitutionVariables([])

    /// Names that Apple predefines.
    public static let predefinedNames = CharacterClass.allCases.map(\.rawValue) + ["lang", "region"]

    /// The file's own variables, by the bytes of their names.
    private let exact: [[UInt8]: VariableValues]
    private let folded: [[UInt8]: VariableValues]
    /// What is not known of a variable, by the bytes of its name.
    private let doubts: [[UInt8]: String]

    /// The predefined variables and these; of two with one name the later counts.
    public init(_ own: [(name: String, values: [String])]) { self.init(own, doubts: []) }

    /// The same, and what is not known of some of them.
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

    /// What is not known of a variable; nil when all is.
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

/// One character of ASCII out of a kind.
enum CharacterClass: String, Sendable, CaseIterable {
    case alpha, upper, lower, alnum, digit, xdigit

    /// The kind that is meant where case does not count: the text is then all in lower case.
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
