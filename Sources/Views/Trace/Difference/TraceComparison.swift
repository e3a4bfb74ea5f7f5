import Ground
import Recordings

/// One of the two compared runs.
public enum ComparedRun: Int, Hashable, Sendable {
    case a
    case b

    var other: ComparedRun { self == .a ? .b : .a }
}

/// Compares two runs by the meaning of their entries, stream by stream, while both are read.
///
/// Each link is a stream, and so is each kind of note, because on real links the order across links is chance. Random
/// values of one run are matched with their counterparts in the other.
public struct TraceComparison: Sendable {
    /// The greatest lead of one run over the other on a stream, in items; items beyond it are not compared.
    public static let furthestAhead = 100_000
    /// The number of consecutive rounds without a distance after which ranging counts as lost.
    public static let lostAfter = RangingState.lostAfter
    static let shownBefore = 3
    /// The number of matched items kept before their memory is released.
    private static let compaction = 4096
    /// The greatest number of separate streams; only a corrupt trace has more, and the rest share one.
    private static let mostStreams = 10_000

    private struct Stream: Sendable {
        let name: String
        /// The items that only one run has so far.
        var waiting: [ComparedItem] = []
        /// The number of items in `waiting` already matched.
        var matched = 0
        var ahead = ComparedRun.a
        var alike = 0
        var before: [TimelineEntry] = []
        var difference: FirstDifference?
        var isCut = false
    }

    private var makers: [ItemMaker]
    private var streams: [Stream] = []
    private var places: [String: Int] = [:]
    private var ends = [RunEnd(), RunEnd()]
    private var counts = [0, 0]
    /// The beginning of each run: two live ones are hours apart on their machine's clock.
    private var starts: [Instant?] = [nil, nil]

    /// Creates a comparison that covers measured values if `includingMeasurements` is true.
    public init(includingMeasurements: Bool = false) {
        let purpose = includingMeasurements ? MeaningStyle.Purpose.comparingMeasurements : .comparing
        makers = [ItemMaker(purpose), ItemMaker(purpose)]
    }

    /// Adds the next entry of one run.
    public mutating func receive(_ entry: TimelineEntry, of run: ComparedRun) {
        starts[run.rawValue] = starts[run.rawValue] ?? entry.instant
        ends[run.rawValue].receive(entry)
        for item in makers[run.rawValue].items(of: entry) { take(item, of: run) }
    }

    /// Ends both runs and returns their differences, the earliest first; empty if they mean the same.
    ///
    /// Items missing at the end of `unfinished` runs, whose traces were cut off, are not differences: they may have
    /// occurred.
    public mutating func finish(unfinished: Set<ComparedRun> = []) -> [FirstDifference] {
        for run in [ComparedRun.a, .b] where !unfinished.contains(run) {
            for item in makers[run.rawValue].end() { take(item, of: run) }
        }
        for place in streams.indices {
            let stream = streams[place]
            guard stream.difference == nil, !stream.isCut, stream.matched < stream.waiting.count,
                !unfinished.contains(stream.ahead.other)
            else { continue }
            let only = stream.waiting[stream.matched]
            guard !ends[stream.ahead.rawValue].isTooLate(only.entry) else { continue }
            part(at: place, only, nil, ahead: stream.ahead)
        }
        let differences = streams.compactMap(\.difference).map { difference in
            var difference = difference
            difference.isEnding = zip([difference.a, difference.b], ends).map { entry, end in
                entry.map(end.isEnding) ?? true
            }
            difference.starts = starts.map { $0 ?? .start }
            return difference
        }
        return differences.enumerated().sorted { one, other in
            if one.element.comesBefore(other.element) { return true }
            return !other.element.comesBefore(one.element) && one.offset < other.offset
        }.map(\.element)
    }

    /// Returns the number of compared items of a run.
    public func count(of run: ComparedRun) -> Int { counts[run.rawValue] }

    /// The streams on which one run was so far ahead of the other that the rest was not compared.
    public var cutStreams: [String] { streams.filter(\.isCut).map(\.name) }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        guard streams.count < Self.mostStreams else { return streams.count - 1 }
        places[name] = streams.count
        streams.append(Stream(name: name))
        return streams.count - 1
    }

    private mutating func take(_ item: ComparedItem, of run: ComparedRun) {
        counts[run.rawValue] += 1
        let place = place(of: item.stream)
        guard streams[place].difference == nil, !streams[place].isCut else { return }
        let waits = streams[place].matched < streams[place].waiting.count
        guard waits, streams[place].ahead == run.other else {
            if !waits {
                streams[place].waiting.removeAll(keepingCapacity: true)
                streams[place].matched = 0
                streams[place].ahead = run
            }
            streams[place].isCut = streams[place].waiting.count - streams[place].matched >= Self.furthestAhead
            streams[place].waiting.append(item)
            return
        }
        let earlier = streams[place].waiting[streams[place].matched]
        guard earlier.key.isAlike(item.key) else { return part(at: place, earlier, item, ahead: run.other) }
        streams[place].matched += 1
        streams[place].alike += 1
        if streams[place].matched >= Self.compaction {
            streams[place].waiting.removeFirst(streams[place].matched)
            streams[place].matched = 0
        }
        streams[place].before.append(run == .a ? item.entry : earlier.entry)
        if streams[place].before.count > Self.shownBefore { streams[place].before.removeFirst() }
    }

    private mutating func part(
        at place: Int, _ earlier: ComparedItem?, _ later: ComparedItem?, ahead: ComparedRun
    ) {
        let stream = streams[place]
        let (a, b) = ahead == .a ? (earlier, later) : (later, earlier)
        streams[place].difference = FirstDifference(
            stream: stream.name, alike: stream.alike, before: stream.before, a: a?.entry, b: b?.entry,
            remarks: [a?.remark, b?.remark])
        streams[place].waiting = []
    }
}
