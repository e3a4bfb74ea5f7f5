public import Journal
import Links
public import Recordings

/// Follows a run and gives its failures the meaning of the last frames before them.
///
/// It remembers each link's last frames, decoded in the context of all earlier ones. Consecutive rounds and polls
/// without news count as one frame. The phone's message that triggered the failure is put before the failing link's
/// frames if it is not among them.
public final class FrameMemory {
    /// The number of a link's frames that a failure shows.
    public static let framesShown = 8
    /// The number of frames remembered per link: a run's orderly end also comes before its summary.
    private static let mostFrames = 64

    /// One frame, or several consecutive ones with the same content: rounds are merged only if they ended alike.
    private struct Memory {
        /// The frames still known individually, oldest first.
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

        /// Returns the memory as of a frame; nil if it began later.
        func upTo(_ number: Int) -> Memory? {
            guard let place = entries.lastIndex(where: { ($0.frame?.number ?? .max) <= number }) else { return nil }
            var earlier = self
            earlier.times -= entries.count - 1 - place
            earlier.entries.removeSubrange((place + 1)...)
            return earlier
        }
    }

    /// The number of events kept until their meaning is requested, which never happens for a run that passes.
    static let mostWaiting = 1024

    private var waiting: [TraceEvent] = []
    private var reader = TimelineReader()
    /// The last frames of each link, oldest first, in the order of the links' first use.
    private var links: [(link: LinkID, frames: [Memory])] = []
    /// The phone's requests to accessories, newest last.
    private var messages: [TimelineEntry] = []

    public init() {}

    /// Adds the next event of the run.
    public func receive(_ event: TraceEvent) {
        switch event {
        case .began, .received, .sent: waiting.append(event)
        case .waited, .clock, .journal, .stoodStill, .interrupted, .kernel, .gap, .ended: return
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

    /// Returns the summary with the meaning of the last frames of its failures.
    public func explained(_ summary: RunSummary) -> RunSummary {
        guard !summary.failures.isEmpty else { return summary }
        readWaiting()
        return summary.telling(summary.failures.map(explained))
    }

    private func explained(_ failure: Failure) -> Failure {
        guard let last = failure.lastFrames.last?.number,
            let link = links.first(where: { $0.link == failure.link })
        else { return failure }
        let shown = link.frames.compactMap { $0.upTo(last) }.suffix(Self.framesShown)
        guard let first = shown.first?.first else { return failure }
        return failure.showing(
            ([trigger(before: first, on: link.link).map { Memory($0) }].compactMap(\.self) + shown)
                .compactMap(Self.record))
    }

    /// Returns the last message before a frame in which the phone made a request on a link, or asked for ranging.
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

    private static func record(_ memory: Memory) -> FrameRecord? {
        let entry = memory.entry
        guard let frame = entry.frame else { return nil }
        return FrameRecord(
            number: frame.number, instant: entry.instant, direction: frame.direction, link: frame.link,
            kind: entry.kind, bytes: frame.bytes,
            meaning: entry.text + (memory.times > 1 ? " (the last of \(memory.times) alike)" : ""))
    }
}
