public import Ground

/// Something wrong in a scenario that the type checker cannot see, and the line on which it stands.
public struct Problem: Codable, Hashable, Sendable {
    /// A warning leaves the scenario fit to run; a fault does not.
    public enum Weight: String, Codable, Hashable, Sendable {
        case warning
        case fault
    }

    public let spot: SourceSpot
    public let weight: Weight
    /// What is wrong and what to do, as a sentence without its full stop.
    public let message: String

    public init(_ message: String, weight: Weight = .fault, spot: SourceSpot) {
        self.spot = spot
        self.weight = weight
        self.message = message
    }
}

extension Problem: CustomStringConvertible {
    /// `file:line: sentence`, as compilers write it.
    public var description: String { "\(spot): \(weight == .warning ? "warning: " : "")\(message)" }
}
