import Ground

/// A piece of a line that an accessory prints, with at most one number in it: `distance[cm]={cm}`.
///
/// Letters match themselves, ignoring case. A placeholder matches variable text: `{m}`, `{cm}` and `{mm}` a distance
/// in that unit, `{}` any text between two others. `{{` is a brace. The pattern may occur anywhere in the line, unless
/// it begins with `{^}`. There are no alternatives and no repetition, so matching is fast for every line: see
/// `LineMatcher`.
public struct LinePattern: Hashable, Sendable {
    /// The greatest length of a pattern in bytes; the rig's choice.
    public static let longest = 120

    public let text: String

    public init(_ text: String) { self.text = text }

    /// The problem with the pattern, as a sentence without a full stop; nil if it is usable.
    public var fault: String? {
        do throws(LinePatternFault) { _ = try LineMatcher(self) } catch { return error.meaning }
        return nil
    }

    /// Whether it contains a number, which is a distance.
    public var hasNumber: Bool { (try? LineMatcher(self))?.hasNumber ?? false }
}

extension LinePattern: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

extension LinePattern: Codable {
    public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension LinePattern: CustomStringConvertible {
    public var description: String { "\"\(text.escapedForDisplay)\"" }
}

/// The reason a pattern cannot be used.
public struct LinePatternFault: Error, Hashable, Sendable {
    /// The reason, as a sentence without a full stop.
    public let meaning: String
}

/// The unit of a reported length.
public enum LengthUnit: String, Codable, Hashable, Sendable, CaseIterable {
    case metres = "m"
    case centimetres = "cm"
    case millimetres = "mm"

    /// The unit's length in millimetres.
    public var millimetres: Int64 {
        switch self {
        case .metres: 1000
        case .centimetres: 10
        case .millimetres: 1
        }
    }
}
