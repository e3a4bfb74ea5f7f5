public import Ground

/// Which entries of a timeline are shown.
///
/// Several links, or kinds, widen the choice; link, kind and time narrow it together. What belongs to the whole run,
/// such as steps and the verdict, stays when links are chosen, so that one sees what was played. What the kernel saw
/// is shown only where that kind is asked for: it is the same frames once more.
public struct TimelineFilter: Hashable, Sendable {
    /// A link's text, or one word of it: `bluetooth door`, `door`, `bluetooth`, `kit`; none for every link.
    public var links: [String]
    /// As `TimelineEntry.kind` gives them; none for every kind.
    public var kinds: [String]
    public var from: Instant
    public var to: Instant

    public init(links: [String] = [], kinds: [String] = [], from: Instant = .start, to: Instant = .never) {
        self.links = links
        self.kinds = kinds
        self.from = from
        self.to = to
    }

    /// Whether an entry is shown.
    public func shows(_ entry: TimelineEntry) -> Bool {
        guard from <= entry.instant, entry.instant <= to else { return false }
        let kind = entry.kind
        guard kinds.isEmpty ? kind != TimelineEntry.kernelKind : kinds.contains(kind) else { return false }
        guard !links.isEmpty, let link = entry.link else { return true }
        return links.contains { Self.names($0, link) }
    }

    /// Whether a name is a link's text or one word of it.
    static func names(_ name: String, _ link: String) -> Bool {
        name == link || link.split(separator: " ").contains { $0 == name }
    }
}
