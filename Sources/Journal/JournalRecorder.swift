public import Ground
public import Vocabulary

/// Collects a run's entries in their order and shows each to those who watch.
public final class JournalRecorder {
    /// How many frames of a link are known again at most.
    public static let mostLastFrames = 32

    /// A frame that was remembered: its record, or what makes that when it is asked for.
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
        let link: String
        let id: LinkID?
        var frames: [Remembered] = []
    }

    /// The entries so far; none where they are not kept.
    public private(set) var entries: [JournalEntry] = []
    private let keepsEntries: Bool
    /// The last frames of each link, somewhat more than can be asked for.
    private var lastFrames: [LinkFrames] = []
    private let watchers: [(JournalEntry) -> Void]

    /// Every watcher is called with each entry as it happens, on the run loop's thread.
    ///
    /// Without `keepsEntries` a run of any length takes the same memory, and only the watchers have seen its journal.
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

    /// Records a frame of a link. Where nobody hears of it now, its record is made when a failure asks for it.
    public func record(frameOn link: LinkID, at instant: Instant, _ make: @escaping () -> FrameRecord) {
        guard !keepsEntries, watchers.isEmpty else { return record(.frame(frame: make()), at: instant) }
        guard let place = lastFrames.firstIndex(where: { $0.id == link }) else {
            return remember(.unmade(make), on: link.description, id: link)
        }
        remember(.unmade(make), at: place)
    }

    /// The last `count` frames on one link, oldest first.
    public func lastFrames(on link: String, count: Int) -> [FrameRecord] {
        precondition(count <= Self.mostLastFrames, "not so many frames of a link are remembered")
        guard let place = lastFrames.firstIndex(where: { $0.link == link }) else { return [] }
        return lastFrames[place].frames.suffix(count).map(\.record)
    }

    private func remember(_ frame: Remembered, on link: String, id: LinkID? = nil) {
        if let place = lastFrames.firstIndex(where: { $0.link == link }) { return remember(frame, at: place) }
        lastFrames.append(LinkFrames(link: link, id: id, frames: [frame]))
    }

    private func remember(_ frame: Remembered, at place: Int) {
        if lastFrames[place].frames.count >= 2 * Self.mostLastFrames {
            lastFrames[place].frames.removeFirst(Self.mostLastFrames)
        }
        lastFrames[place].frames.append(frame)
    }
}
