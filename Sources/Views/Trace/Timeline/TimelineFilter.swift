public import Ground
import Vocabulary

/// A selection of a timeline's entries.
///
/// Several links, or kinds, widen the selection; link, kind and time narrow it together. Entries that concern the
/// whole run, such as steps and the verdict, are kept when links are selected, to show what was played. The kernel's
/// packets are shown only if their kind is selected, because they repeat the frames.
public struct TimelineFilter: Hashable, Sendable {
    /// A link's text, or one word of it: `bluetooth door`, `door`, `bluetooth`, `kit`; empty for every link.
    public var links: [String]
    /// The kinds as in `TimelineEntry.kind`; empty for every kind.
    public var kinds: [String]
    public var from: Instant
    public var to: Instant

    public init(links: [String] = [], kinds: [String] = [], from: Instant = .start, to: Instant = .never) {
        self.links = links
        self.kinds = kinds
        self.from = from
        self.to = to
    }

    /// Returns whether an entry is shown.
    public func shows(_ entry: TimelineEntry) -> Bool {
        guard from <= entry.instant, entry.instant <= to else { return false }
        let kind = entry.kind
        guard kinds.isEmpty ? kind != TimelineEntry.kernelKind : kinds.contains(kind) else { return false }
        guard !links.isEmpty, let link = entry.link else { return true }
        return links.contains { Self.names($0, link) }
    }

    /// Returns whether a name is a link's text or one word of it.
    static func names(_ name: String, _ link: LinkID) -> Bool {
        name == link.description || link.description.split(separator: " ").contains { $0 == name }
    }
}
