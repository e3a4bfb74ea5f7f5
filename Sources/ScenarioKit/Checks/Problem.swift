public import Ground

/// A fault in a scenario that the type checker cannot see, with its line.
public struct Problem: Codable, Hashable, Sendable {
    /// The severity. A scenario with warnings can still run; one with faults cannot.
    public enum Weight: String, Codable, Hashable, Sendable {
        case warning
        case fault
    }

    public let spot: SourceSpot
    public let weight: Weight
    /// The problem and its remedy, without a full stop.
    public let message: String

    public init(_ message: String, weight: Weight = .fault, spot: SourceSpot) {
        self.spot = spot
        self.weight = weight
        self.message = message
    }
}

extension Problem: CustomStringConvertible {
    /// `file:line: sentence`, as compilers print it.
    public var description: String { "\(spot): \(weight == .warning ? "warning: " : "")\(message)" }
}
