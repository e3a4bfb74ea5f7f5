public import Ground

/// Collects a run's entries in their order and shows each to those who watch.
public final class JournalRecorder {
    /// How many frames of a link are known again at most.
    public static let mostLastFrames = 32

    /// The entries so far; none where they are not kept.
    public private(set) var entries: [JournalEntry] = []
    private let keepsEntries: Bool
    /// The last frames of each link, somewhat more than can be asked for.
    private var lastFrames: [(link: String, frames: [FrameRecord])] = []
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
        if case .frame(let frame) = event { remember(frame) }
        for watcher in watchers { watcher(entry) }
    }

    /// The last `count` frames on one link, oldest first.
    public func lastFrames(on link: String, count: Int) -> [FrameRecord] {
        precondition(count <= Self.mostLastFrames, "not so many frames of a link are remembered")
        return Array(lastFrames.first { $0.link == link }?.frames.suffix(count) ?? [])
    }

    private func remember(_ frame: FrameRecord) {
        guard let place = lastFrames.firstIndex(where: { $0.link == frame.link }) else {
            return lastFrames.append((frame.link, [frame]))
        }
        if lastFrames[place].frames.count >= 2 * Self.mostLastFrames {
            lastFrames[place].frames.removeFirst(Self.mostLastFrames)
        }
        lastFrames[place].frames.append(frame)
    }
}
