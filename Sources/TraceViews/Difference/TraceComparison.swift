import Ground
import LinkKinds

/// Which of two runs is meant.
public enum ComparedRun: Int, Hashable, Sendable {
    case a
    case b

    var other: ComparedRun { self == .a ? .b : .a }
}

/// Compares two runs by what their entries mean, stream by stream, while both are read.
///
/// Each link is a stream of its own, and so is each kind of note, because on real links it is chance which of two links
/// speaks first. What one run draws at random is matched with what the other one drew in its place.
public struct TraceComparison: Sendable {
    /// How far one run may be ahead of the other on one stream, in items; what is beyond is not compared.
    public static let furthestAhead = 100_000
    /// After so many rounds in a row without a distance ranging counts as lost.
    public static let lostAfter = RangingState.lostAfter
    static let shownBefore = 3
    /// How many matched items are kept before their memory is given back.
    private static let compaction = 4096
    /// Streams beyond these, which only a spoilt trace has, are one.
    private static let mostStreams = 10_000

    private struct Stream: Sendable {
        let name: String
        /// What only one run has so far.
        var waiting: [ComparedItem] = []
        /// How many of `waiting` were matched already.
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
    /// When each run began: two live ones are hours apart on their machine's clock.
    private var starts: [Instant?] = [nil, nil]

    /// Compares measured values too when `includingMeasurements` is true.
    public init(includingMeasurements: Bool = false) {
        let purpose = includingMeasurements ? MeaningStyle.Purpose.comparingMeasurements : .comparing
        makers = [ItemMaker(purpose), ItemMaker(purpose)]
    }

    /// Takes the next entry of one run.
    public mutating func receive(_ entry: TimelineEntry, of run: ComparedRun) {
        starts[run.rawValue] = starts[run.rawValue] ?? entry.instant
        ends[run.rawValue].receive(entry)
        for item in makers[run.rawValue].items(of: entry) { take(item, of: run) }
    }

    /// Ends both runs and tells where they part, the earliest difference first; none when they mean the same.
    ///
    /// What `unfinished` runs, whose traces were cut off, lack at their end is no difference: it may have been there.
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

    /// How many items of a run there were to compare.
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
