public import Ground
public import Journal

/// What was wrong with the rig in a run, as its journal tells it.
///
/// A summary has the one fault that decided its verdict; another that comes afterwards, as while the rig cleans up, is
/// in the journal alone.
public struct RigFaults: Hashable, Sendable {
    /// One fault.
    public struct Entry: Hashable, Sendable {
        public let instant: Instant
        public let link: String
        public let what: String
        public let remedy: String
    }

    /// How many are kept.
    public static let most = 100

    /// The first ones, `most` at most.
    public private(set) var entries: [Entry] = []
    /// How many there were after those.
    public private(set) var besides = 0

    public init() {}

    /// Takes the next entry of the journal, whatever it is.
    public mutating func receive(_ entry: JournalEntry) {
        guard case .fault(let link, let what, let remedy) = entry.event else { return }
        guard entries.count < Self.most else {
            besides += 1
            return
        }
        entries.append(Entry(instant: entry.instant, link: link, what: what, remedy: remedy))
    }
}
