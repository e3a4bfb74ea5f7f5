import Ground
import Journal
import Links
public import Recordings
import Traces

/// Makes timeline entries from the events of a trace, in order.
///
/// Waits that ended without an event, and clock readings, are not entries: only a replay needs them.
public struct TimelineReader: Sendable {
    private var decoder = MeaningDecoder()
    private var now = Instant.start
    private var start = Instant.start
    private var wallClock = WallInstant(nanoseconds: 0)

    public init() {}

    /// Reads the next event of the trace.
    public mutating func receive(_ event: TraceEvent) -> TimelineEntry? {
        switch event {
        case .received(let arrival, let now, let number):
            self.now = now
            let meaning = decoder.meaning(of: arrival.inbound, at: arrival.instant)
            let frame = TimelineEntry.Frame(
                number: number, link: arrival.inbound.link, direction: .inbound, meaning: meaning,
                bytes: arrival.inbound.frame.bytes)
            return TimelineEntry(.frame(frame), at: arrival.instant)
        case .sent(let outbound, let instant, let number):
            now = instant
            let frame = TimelineEntry.Frame(
                number: number, link: outbound.link, direction: .outbound,
                meaning: decoder.meaning(of: outbound, at: instant), bytes: outbound.frame.bytes)
            return TimelineEntry(.frame(frame), at: instant)
        case .waited(let instant, _), .clock(let instant):
            now = instant
            return nil
        case .stoodStill(let since, let until):
            now = until
            return note(.stoodStill, "the rig itself stalled for \(until - since)")
        case .interrupted(let instant):
            now = instant
            return note(.interrupted, "a person ended the run")
        case .began(let header): return begin(header)
        case .journal(let note):
            return TimelineEntry(.note(.init(note)), at: note.instant)
        case .kernel(let packet): return kernel(packet)
        case .gap(let what): return note(.gap, what)
        case .ended(let verdict, let reason):
            return TimelineEntry(.note(.init(verdict: verdict, because: reason)), at: now)
        }
    }

    private func note(_ kind: EntryKind, _ text: String) -> TimelineEntry {
        TimelineEntry(.note(.init(kind: kind.rawValue, text: text)), at: now)
    }

    private mutating func begin(_ header: TraceHeader) -> TimelineEntry {
        decoder.learn(header)
        now = header.start
        start = header.start
        wallClock = header.wallClock
        return note(
            .trace,
            "scenario \(header.scenario) on rig \(header.rig) with seed \(header.seed), recorded by \(header.program)")
    }

    /// Returns the entry of a kernel packet, at the rig time that corresponds to its wall clock.
    private func kernel(_ packet: CapturedPacket) -> TimelineEntry {
        let instant = packet.instant.map { start + ($0 - wallClock) } ?? now
        return TimelineEntry(.note(.init(packet)), at: instant)
    }
}

extension TimelineEntry {
    /// The kind of packets captured elsewhere, shown only if selected.
    public static let kernelKind = EntryKind.kernel.rawValue
}
