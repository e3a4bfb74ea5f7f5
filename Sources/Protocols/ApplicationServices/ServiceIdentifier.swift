/// An app's name for an application service: free text that must be identical on both sides.
///
/// Apple documents only that the two must be equal; that case, blanks and the form of accents matter is an assumption
/// (network.md, section 2). Equality compares UTF-8 bytes, unlike Swift's, which treats both forms of `é` as
/// equal.
public struct ServiceIdentifier: RawRepresentable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ text: String) { rawValue = text }

    /// Returns whether a person could confuse the two: they differ only in case, blanks, symbols or the form of
    /// accents.
    public func isNearMiss(of other: ServiceIdentifier) -> Bool {
        self != other && folded == other.folded
    }

    /// Whether it has a leading or trailing blank, which is invisible.
    public var hasOuterBlanks: Bool {
        let scalars = rawValue.unicodeScalars
        return scalars.first?.properties.isWhitespace == true || scalars.last?.properties.isWhitespace == true
    }

    /// The letters and digits in lower case; the whole text if there are none.
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

/// Encoded as text.
extension ServiceIdentifier: Codable {
    public init(from decoder: any Decoder) throws {
        rawValue = try decoder.singleValueContainer().decode(String.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
