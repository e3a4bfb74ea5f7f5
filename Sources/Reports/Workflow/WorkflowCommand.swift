import Ground

/// A command to GitHub's runner, as a line on standard output: `::error file=A,line=1::message`.
///
/// Whatever a text contains, the line remains one command: line ends and syntax characters are escaped (gate.md,
/// section 4.2).
public struct WorkflowCommand: Hashable, Sendable {
    public let name: String
    /// Names and values in order; empty values are left out.
    public let properties: [(name: String, value: String)]
    public let message: String

    public init(_ name: String, _ properties: [(name: String, value: String)] = [], _ message: String = "") {
        (self.name, self.properties, self.message) = (name, properties, message)
    }

    public static func == (one: Self, other: Self) -> Bool { one.line == other.line }
    public func hash(into hasher: inout Hasher) { hasher.combine(line) }

    /// The line without its end.
    public var line: String {
        let shown = properties.filter { !$0.value.isEmpty }.map { "\($0.name)=\(Self.escaped(property: $0.value))" }
        let list = shown.isEmpty ? "" : " " + shown.joined(separator: ",")
        return "::\(name)\(list)::\(Self.escaped(message: message))"
    }

    /// Escapes text for use after the second `::`.
    public static func escaped(message: String) -> String { escaped(message, also: []) }

    /// Escapes text for use as a property's value.
    public static func escaped(property: String) -> String { escaped(property, also: [":", ","]) }

    private static func escaped(_ text: String, also marks: Set<Unicode.Scalar>) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "%" || scalar == "\r" || scalar == "\n" || marks.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + (digits.count < 2 ? "0" + digits : digits)
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// Breaks anything that the runner would take for a command in text from a device, a tag or a file.
///
/// The runner takes a line for a command if it begins with `::` after white space, or contains `##[` anywhere (the
/// old form; unverified for today's runner). A zero-width space is inserted, so that the text looks the same to a
/// person. Text may come in pieces.
public struct WorkflowGuard: Sendable {
    private enum Place {
        case atStart, afterColon, inside
    }

    private var place = Place.atStart
    /// The number of `#` at the end so far.
    private var hashes = 0

    public init() {}

    public mutating func guarded(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "[" && hashes >= 2 { result.unicodeScalars.append(Self.breaker) }
            hashes = scalar == "#" ? min(2, hashes + 1) : 0
            switch (scalar, place) {
            case ("\n", _), ("\r", _): place = .atStart
            case (":", .atStart): place = .afterColon
            case (":", .afterColon):
                result.unicodeScalars.append(Self.breaker)
                place = .inside
            case (_, .atStart) where scalar.properties.isWhitespace: break
            default: place = .inside
            }
            result.unicodeScalars.append(scalar)
        }
        return result
    }

    private static let breaker: Unicode.Scalar = "\u{200B}"
}
