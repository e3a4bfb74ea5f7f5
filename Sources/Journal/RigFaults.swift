public import Ground
public import Vocabulary

/// The rig's faults in a run, according to its journal.
///
/// A summary contains only the fault that decided its verdict; later ones, as during clean-up, are only in the
/// journal.
public struct RigFaults: Hashable, Codable, Sendable {
    /// One fault.
    public struct Entry: Hashable, Codable, Sendable {
        public let instant: Instant
        public let link: LinkID?
        public let what: String
        public let remedy: String
    }

    /// The greatest number kept.
    public static let most = 100

    /// The first faults, at most `most`.
    public private(set) var entries: [Entry] = []
    /// The number of faults after those.
    public private(set) var besides = 0

    public init() {}

    /// Reads the next entry of the journal, of any kind.
    public mutating func receive(_ entry: JournalEntry) {
        guard case .fault(let link, let what, let remedy) = entry.event else { return }
        guard entries.count < Self.most else {
            besides += 1
            return
        }
        entries.append(Entry(instant: entry.instant, link: link, what: what, remedy: remedy))
    }
}
