public import Journal
import LinkKinds
import Links
public import Recordings

/// Follows a run, and tells of its failures what the last frames before them mean.
///
/// Of each link the last frames are remembered, decoded with all that went before them. Rounds and looks for tags that
/// bring nothing new count as one frame. Before the frames of the link that failed stands the message of the phone that
/// set things off, where it is not among them.
public final class FrameMemory {
    /// How many frames of a link a failure shows.
    public static let framesShown = 8
    /// How many frames of a link are remembered: the clean end of a run, too, comes before its summary.
    private static let mostFrames = 64

    /// One frame, or several in a row that say the same: rounds count as one only where they ended alike.
    private struct Memory {
        /// The frames that are still known one by one, oldest first.
        private(set) var entries: [TimelineEntry]
        private(set) var times = 1

        init(_ entry: TimelineEntry) { entries = [entry] }

        var entry: TimelineEntry { entries[entries.count - 1] }
        var first: Int { entries[0].frame?.number ?? .max }

        mutating func add(_ entry: TimelineEntry) {
            if entries.count == FrameMemory.mostFrames { entries.removeFirst(FrameMemory.mostFrames / 2) }
            entries.append(entry)
            times += 1
        }

        /// The same as it was up to a frame; nil where it began later.
        func upTo(_ number: Int) -> Memory? {
            guard let place = entries.lastIndex(where: { ($0.frame?.number ?? .max) <= number }) else { return nil }
            var earlier = self
            earlier.times -= entries.count - 1 - place
            earlier.entries.removeSubrange((place + 1)...)
            return earlier
        }
    }

    /// How many events wait until somebody asks for their meaning: of a run that passes nobody does.
    static let mostWaiting = 1024

    private var waiting: [TraceEvent] = []
    private var reader = TimelineReader()
    /// The last frames of each link, oldest first, in the order in which the links were first used.
    private var links: [(link: LinkID, frames: [Memory])] = []
    /// What the phone asked an accessory for, newest last.
    private var messages: [TimelineEntry] = []

    public init() {}

    /// Takes the next event of the run.
    public func receive(_ event: TraceEvent) {
        switch event {
        case .received, .sent: waiting.append(event)
        case .began, .waited, .clock, .journal, .stoodStill, .interrupted, .kernel, .gap, .ended: return
        }
        if waiting.count >= Self.mostWaiting { readWaiting() }
    }

    private func readWaiting() {
        for event in waiting { read(event) }
        waiting.removeAll(keepingCapacity: true)
    }

    private func read(_ event: TraceEvent) {
        guard let entry = reader.receive(event), let frame = entry.frame else { return }
        if Self.setsOff(frame) {
            messages.append(entry)
            if messages.count > Self.mostFrames { messages.removeFirst(Self.mostFrames / 2) }
        }
        guard let place = links.firstIndex(where: { $0.link == frame.link }) else {
            return links.append((frame.link, [Memory(entry)]))
        }
        var frames = links[place].frames
        if frame.meaning.isRoutine, let last = frames.last, let before = last.entry.frame, before.meaning.isRoutine,
            before.direction == frame.direction, before.meaning.failures == frame.meaning.failures
        {
            frames[frames.count - 1].add(entry)
        } else {
            frames.append(Memory(entry))
        }
        if frames.count > 2 * Self.mostFrames { frames.removeFirst(Self.mostFrames) }
        links[place].frames = frames
    }

    /// The summary, its failures with the meaning of their last frames.
    public func explained(_ summary: RunSummary) -> RunSummary {
        guard !summary.failures.isEmpty else { return summary }
        readWaiting()
        return summary.telling(summary.failures.map(explained))
    }

    private func explained(_ failure: Failure) -> Failure {
        guard let last = failure.lastFrames.last?.number,
            let link = links.first(where: { $0.link.description == failure.link })
        else { return failure }
        let shown = link.frames.compactMap { $0.upTo(last) }.suffix(Self.framesShown)
        guard let first = shown.first?.first else { return failure }
        return failure.showing(
            ([trigger(before: first, on: link.link).map { Memory($0) }].compactMap(\.self) + shown)
                .map(Self.record))
    }

    /// The last message before a frame by which the phone asked for something on a link, or for ranging.
    private func trigger(before number: Int, on link: LinkID) -> TimelineEntry? {
        messages.last { entry in
            guard let frame = entry.frame, frame.number < number else { return false }
            return link == .kit ? Self.configures(frame) : frame.link == link
        }
    }

    private static func setsOff(_ frame: TimelineEntry.Frame) -> Bool {
        guard frame.direction == .outbound, case .att(let meaning) = frame.meaning else { return false }
        return meaning.message != nil
    }

    private static func configures(_ frame: TimelineEntry.Frame) -> Bool {
        guard case .att(let meaning) = frame.meaning, case .shareableConfiguration? = meaning.message else {
            return false
        }
        return true
    }

    private static func record(_ memory: Memory) -> FrameRecord {
        let entry = memory.entry
        let frame = entry.frame
        return FrameRecord(
            number: frame?.number ?? 0, instant: entry.instant, direction: frame?.direction ?? .inbound,
            link: frame?.link.description ?? "", kind: entry.kind, bytes: frame?.bytes ?? [],
            meaning: entry.text + (memory.times > 1 ? " (the last of \(memory.times) alike)" : ""))
    }
}
