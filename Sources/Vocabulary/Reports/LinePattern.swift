import Ground

/// A piece of a line that an accessory prints, with at most one number in it: `distance[cm]={cm}`.
///
/// Letters stand for themselves, in capitals or not. A hole stands for what varies: `{m}`, `{cm}` and `{mm}` for a
/// distance in that unit, `{}` for any text between two others. `{{` is a brace. The pattern may stand anywhere in the
/// line. There are no choices and no repetitions, so that no line takes long: see `LineMatcher`.
public struct LinePattern: Hashable, Sendable {
    /// No pattern is longer, in bytes; the rig's own choice.
    public static let longest = 120

    public let text: String

    public init(_ text: String) { self.text = text }

    /// What is wrong with it, as a sentence without its full stop; nil for a pattern that can be used.
    public var fault: String? {
        do throws(LinePatternFault) { _ = try LineMatcher(self) } catch { return error.meaning }
        return nil
    }

    /// Whether it has a number, which is a distance.
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

/// Why a pattern cannot be used.
public struct LinePatternFault: Error, Hashable, Sendable {
    /// As a sentence without its full stop.
    public let meaning: String
}

/// In what a length is told.
public enum LengthUnit: String, Codable, Hashable, Sendable, CaseIterable {
    case metres = "m"
    case centimetres = "cm"
    case millimetres = "mm"

    /// How many millimetres one is.
    public var millimetres: Int64 {
        switch self {
        case .metres: 1000
        case .centimetres: 10
        case .millimetres: 1
        }
    }
}
