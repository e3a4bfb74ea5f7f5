/// What an app calls an application service: a free text that both sides must write alike, letter for letter.
///
/// Apple says only that the two are equal; that case, blanks and the form of accents count is assumed (network fact
/// sheet, section 2). Equality is that of the bytes in UTF-8, and not Swift's, which takes `é` in either form for one.
public struct ServiceIdentifier: RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }

    /// Whether a person could take the two for one: they differ by case, blanks, signs or the form of accents alone.
    public func isNearMiss(of other: ServiceIdentifier) -> Bool {
        self != other && folded == other.folded
    }

    /// Whether it has nothing but blanks.
    public var isBlank: Bool { rawValue.unicodeScalars.allSatisfy(\.properties.isWhitespace) }

    /// Whether a blank stands at one of its ends, where nobody sees it.
    public var hasOuterBlanks: Bool {
        let scalars = rawValue.unicodeScalars
        return scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true
    }

    /// Letters and digits in small letters; all of it where there are none.
    private var folded: String {
        let letters = rawValue.lowercased().filter { $0.isLetter || $0.isNumber }
        return letters.isEmpty ? rawValue : String(letters)
    }
}

extension ServiceIdentifier: Hashable {
    public static func == (left: ServiceIdentifier, right: ServiceIdentifier) -> Bool {
        left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
    }

    public func hash(into hasher: inout Hasher) { for byte in rawValue.utf8 { hasher.combine(byte) } }
}

extension ServiceIdentifier: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { rawValue = value }
}

extension ServiceIdentifier: CustomStringConvertible {
    public var description: String { rawValue }
}

/// As its text.
extension ServiceIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
