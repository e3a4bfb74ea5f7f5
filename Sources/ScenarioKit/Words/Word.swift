/// A word that may stand as a line of a scenario.
public protocol Word: Sendable {
    var step: Step { get }
}
