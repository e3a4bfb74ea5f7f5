public import Ground
import Journal
import Links
import Recordings
import UWB

/// The first difference of two runs on one link, or in one kind of note.
public struct FirstDifference: Hashable, Sendable {
    /// The link, with the session on the kit's link; or the kind of notes.
    public let stream: String
    /// The number of matching items before it.
    public let alike: Int
    /// The last matching items, oldest first, as in run A.
    public let before: [TimelineEntry]
    /// The entry of A, and that of B; nil if the run has nothing more on this stream.
    public let a: TimelineEntry?
    public let b: TimelineEntry?
    /// Remarks on these entries, such as that ranging was lost there.
    let remarks: [String?]
    /// Whether each entry only shows that its run is being ended.
    var isEnding = [false, false]
    /// The beginning of each run on its own clock.
    var starts = [Instant.start, .start]

    /// The instant of the earlier entry, each counted from the beginning of its run.
    ///
    /// If one run has only its end there, the other run's instant is used, because its entry is the missing one.
    public var instant: Instant { places.min { $0.offset < $1.offset }?.entry.instant ?? .never }

    private var offset: Lapse { places.map(\.offset).min() ?? .never - .start }

    /// Returns whether this difference explains more than another: the earlier one does, and frames before notes.
    func comesBefore(_ other: FirstDifference) -> Bool { order < other.order }

    private var order: (Int64, Int, Int) {
        let earliest = places.filter { $0.offset == offset }.map(\.entry)
        return (
            offset.nanoseconds, earliest.contains(where: \.isFrame) ? 0 : 1,
            earliest.compactMap(\.frame?.number).min() ?? 0
        )
    }

    /// The entries that locate the difference.
    private var places: [(entry: TimelineEntry, offset: Lapse)] {
        let both = zip([a, b], starts).map { entry, start in entry.map { (entry: $0, offset: $0.instant - start) } }
        let telling = zip(both, isEnding).compactMap { $1 ? nil : $0 }
        return telling.isEmpty ? both.compactMap(\.self) : telling
    }
}

extension TimelineEntry {
    /// Whether it only ends something that was open, as every run does at its end.
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
