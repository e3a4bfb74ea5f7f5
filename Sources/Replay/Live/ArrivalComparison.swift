/// How something that arrives compares with what was recorded in its place.
enum ArrivalComparison: Hashable, Sendable {
    case same
    /// The same kind of thing with another content; the text says in what, where that is not to be seen.
    case differs(String?)
    /// Something else altogether.
    case otherKind

    /// From why two random fields cannot stand for each other.
    init(_ reason: String?) { self = reason.map { .differs($0) } ?? .same }
}
