public import Ground
public import Vocabulary

/// Collects a run's entries in order and passes each to the watchers.
public final class JournalRecorder {
    /// The maximum number of a link's frames that can be recalled.
    public static let mostLastFrames = 32

    /// A remembered frame: its record, or a closure that creates the record on demand.
    private enum Remembered {
        case record(FrameRecord)
        case unmade(() -> FrameRecord)

        var record: FrameRecord {
            switch self {
            case .record(let record): record
            case .unmade(let make): make()
            }
        }
    }

    private struct LinkFrames {
        let link: LinkID
        var frames: [Remembered] = []
    }

    /// The entries so far; empty if they are not kept.
    public private(set) var entries: [JournalEntry] = []
    private let keepsEntries: Bool
    /// The last frames of each link, somewhat more than can be recalled.
    private var lastFrames: [LinkFrames] = []
    private let watchers: [(JournalEntry) -> Void]

    /// Creates a recorder that calls every watcher with each entry as it happens, on the run loop's thread.
    ///
    /// Without `keepsEntries` memory use is the same for a run of any length, and only the watchers see its journal.
    public init(watchers: [(JournalEntry) -> Void] = [], keepsEntries: Bool = true) {
        self.watchers = watchers
        self.keepsEntries = keepsEntries
    }

    public func record(_ event: JournalEvent, at instant: Instant) {
        let entry = JournalEntry(event, at: instant)
        if keepsEntries { entries.append(entry) }
        if case .frame(let frame) = event { remember(.record(frame), on: frame.link) }
        for watcher in watchers { watcher(entry) }
    }

    /// Records a frame of a link. Without watchers or kept entries, its record is created only when a failure needs
    /// it.
    public func record(frameOn link: LinkID, at instant: Instant, _ make: @escaping () -> FrameRecord) {
        guard !keepsEntries, watchers.isEmpty else { return record(.frame(frame: make()), at: instant) }
        remember(.unmade(make), on: link)
    }

    /// The last `count` frames on one link, oldest first.
    public func lastFrames(on link: LinkID, count: Int) -> [FrameRecord] {
        precondition(count <= Self.mostLastFrames, "more frames of a link were requested than are kept")
        guard let place = lastFrames.firstIndex(where: { $0.link == link }) else { return [] }
        return lastFrames[place].frames.suffix(count).map(\.record)
    }

    private func remember(_ frame: Remembered, on link: LinkID) {
        guard let place = lastFrames.firstIndex(where: { $0.link == link }) else {
            return lastFrames.append(LinkFrames(link: link, frames: [frame]))
        }
        if lastFrames[place].frames.count >= 2 * Self.mostLastFrames {
            lastFrames[place].frames.removeFirst(Self.mostLastFrames)
        }
        lastFrames[place].frames.append(frame)
    }
}
