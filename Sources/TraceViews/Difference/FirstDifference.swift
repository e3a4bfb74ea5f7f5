public import Ground
import Journal
import LinkKinds
import Links
import UCI

/// Where two runs first part on one link, or in one kind of note.
public struct FirstDifference: Hashable, Sendable {
    /// The link, with the session where it is the kit's; or the kind of notes.
    public let stream: String
    /// How many items were alike before.
    public let alike: Int
    /// The last items that were alike, oldest first, as run A has them.
    public let before: [TimelineEntry]
    /// What A has, and what B has; nil where the run has nothing more on this stream.
    public let a: TimelineEntry?
    public let b: TimelineEntry?
    /// What is to be said of these entries beyond themselves, such as that ranging was lost there.
    let remarks: [String?]
    /// Which of both entries tell only that their run is being ended.
    var isEnding = [false, false]
    /// When each run began on its own clock.
    var starts = [Instant.start, .start]

    /// The instant of the earlier one of both entries, each counted from the beginning of its run.
    ///
    /// Where one run has only its end there, it is the other run's instant: what that one has is what was missing.
    public var instant: Instant { places.min { $0.offset < $1.offset }?.entry.instant ?? .never }

    private var offset: Span { places.map(\.offset).min() ?? .never - .start }

    /// Before another one, the one that tells more about why the runs part: the earlier, frames before notes.
    func comesBefore(_ other: FirstDifference) -> Bool { order < other.order }

    private var order: (Int64, Int, Int) {
        let earliest = places.filter { $0.offset == offset }.map(\.entry)
        return (
            offset.nanoseconds, earliest.contains(where: \.isFrame) ? 0 : 1,
            earliest.compactMap(\.frame?.number).min() ?? 0
        )
    }

    /// The entries that say where the difference is.
    private var places: [(entry: TimelineEntry, offset: Span)] {
        let both = zip([a, b], starts).map { entry, start in entry.map { (entry: $0, offset: $0.instant - start) } }
        let telling = zip(both, isEnding).compactMap { $1 ? nil : $0 }
        return telling.isEmpty ? both.compactMap(\.self) : telling
    }
}

extension TimelineEntry {
    /// Whether it does no more than end what was open, which a run does whatever went before.
    var isClosing: Bool {
        guard let frame, frame.direction == .outbound else { return false }
        if case .request(let outbound) = frame.meaning { return outbound.frame.isClosing }
        if case .cli(let meaning) = frame.meaning { return meaning.isStop }
        guard case .uci(.command(let command)) = frame.meaning else { return false }
        if case .stop = command { return true }
        if case .sessionDeinit = command { return true }
        return false
    }
}
