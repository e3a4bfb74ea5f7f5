/// The result of comparing an arrival with the one recorded in its place.
enum ArrivalComparison: Hashable, Sendable {
    case same
    /// The same kind of arrival with different content. The text names the difference where it is not obvious.
    case differs(String?)
    /// Another kind of arrival.
    case otherKind

    /// Creates a result from the reason why two random fields cannot correspond, if there is one.
    init(_ reason: String?) { self = reason.map { .differs($0) } ?? .same }
}
