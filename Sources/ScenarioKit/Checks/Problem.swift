public import Ground

/// A fault in a scenario that the type checker cannot see, with its line.
public struct Problem: Codable, Hashable, Sendable {
    /// The severity. A scenario with warnings can still run; one with faults cannot.
    public enum Weight: String, Codable, Hashable, Sendable {
        case warning
        case fault
    }

    /// The place of the fault in the source.
    public let spot: SourceSpot
    /// The severity.
    public let weight: Weight
    /// The problem and its remedy, without a full stop.
    public let message: String

    /// Creates a problem, by default one that keeps the scenario from running.
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
