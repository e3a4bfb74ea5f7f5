/// What an association file says about one link and one app.
public enum LinkVerdict: Hashable, Sendable {
    /// The component that decided lets the app open the link.
    case match(ComponentPlace)
    /// The component that decided keeps the link from the app, and the search ends there.
    case exclude(ComponentPlace)
    case noMatch
    /// The file's patterns took more work for this link than the limit: what it says is not known.
    case undecided

    /// The component that decided.
    public var place: ComponentPlace? {
        switch self {
        case .match(let place), .exclude(let place): place
        case .noMatch, .undecided: nil
        }
    }
}

/// Where a component stands in its file: counted from 0, as the file's own order.
public struct ComponentPlace: Hashable, Sendable {
    /// Which of `applinks.details`.
    public let entry: Int
    /// Which of the entry's `components`, or of its `paths`.
    public let component: Int

    public init(entry: Int, component: Int) {
        self.entry = entry
        self.component = component
    }
}

extension ComponentPlace: CustomStringConvertible {
    public var description: String { "details[\(entry)], component \(component)" }
}
