public import Ground

/// Collects a run's entries in their order and shows each to those who watch.
public final class JournalRecorder {
    public private(set) var entries: [JournalEntry] = []
    private let watchers: [(JournalEntry) -> Void]

    /// Every watcher is called with each entry as it happens, on the run loop's thread.
    public init(watchers: [(JournalEntry) -> Void] = []) { self.watchers = watchers }

    public func record(_ event: JournalEvent, at instant: Instant) {
        let entry = JournalEntry(event, at: instant)
        entries.append(entry)
        for watcher in watchers { watcher(entry) }
    }

    /// The last `count` frames on one link, oldest first.
    public func lastFrames(on link: String, count: Int) -> [FrameRecord] {
        var frames: [FrameRecord] = []
        for entry in entries.reversed() {
            guard frames.count < count else { break }
            if case .frame(let frame) = entry.event, frame.link == link { frames.append(frame) }
        }
        return frames.reversed()
    }
}
