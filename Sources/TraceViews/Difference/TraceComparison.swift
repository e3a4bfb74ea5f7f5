public import Ground

/// Which of two runs is meant.
public enum ComparedRun: Int, Hashable, Sendable {
    case a
    case b

    var other: ComparedRun { self == .a ? .b : .a }
}

/// Where two runs first part on one link, or in one kind of note.
public struct Parting: Hashable, Sendable {
    /// The link, or the kind of notes.
    public let stream: String
    /// How many items were alike before.
    public let alike: Int
    /// The last items that were alike, oldest first, as run A has them.
    public let before: [TimelineEntry]
    /// What A has, and what B has; nil where the run has nothing more on this stream.
    public let a: TimelineEntry?
    public let b: TimelineEntry?

    /// The instant of the earlier one of both entries.
    public var instant: Instant { min(a?.instant ?? .never, b?.instant ?? .never) }
}

/// Compares two runs by what their entries mean, stream by stream, while both are read.
///
/// Each link is a stream of its own, and so is each kind of note, because on real links it is chance which of two links
/// speaks first. What one run draws at random is matched with what the other one drew in its place.
public struct TraceComparison: Sendable {
    /// How far one run may be ahead of the other on one stream, in items; what is beyond is not compared.
    public static let furthestAhead = 100_000
    static let shownBefore = 3
    /// How many matched items are kept before their memory is given back.
    private static let compaction = 4096

    private struct Stream: Sendable {
        let name: String
        /// What only one run has so far.
        var waiting: [ComparedItem] = []
        /// How many of `waiting` were matched already.
        var matched = 0
        var ahead = ComparedRun.a
        var alike = 0
        var before: [TimelineEntry] = []
        var parting: Parting?
        var isCut = false
    }

    private var makers: [ItemMaker]
    private var streams: [Stream] = []
    private var places: [String: Int] = [:]

    /// Compares measured values too when `includingMeasurements` is true.
    public init(includingMeasurements: Bool = false) {
        let purpose = includingMeasurements ? MeaningStyle.Purpose.comparingMeasurements : .comparing
        makers = [ItemMaker(purpose), ItemMaker(purpose)]
    }

    /// Takes the next entry of one run.
    public mutating func receive(_ entry: TimelineEntry, of run: ComparedRun) {
        let place = place(of: entry.stream)
        for item in makers[run.rawValue].items(of: entry) { take(item, of: run, at: place) }
    }

    /// Ends both runs and tells where they part, the earliest parting first; none when they mean the same.
    public mutating func finish() -> [Parting] {
        for place in streams.indices {
            for run in [ComparedRun.a, .b] {
                for item in makers[run.rawValue].end(streams[place].name) { take(item, of: run, at: place) }
            }
            let stream = streams[place]
            if stream.parting == nil, !stream.isCut, stream.matched < stream.waiting.count {
                part(at: place, stream.waiting[stream.matched], nil, ahead: stream.ahead)
            }
        }
        return streams.compactMap(\.parting).enumerated()
            .sorted { ($0.element.instant, $0.offset) < ($1.element.instant, $1.offset) }.map(\.element)
    }

    /// The streams on which one run was so far ahead of the other that the rest was not compared.
    public var cutStreams: [String] { streams.filter(\.isCut).map(\.name) }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = streams.count
        streams.append(Stream(name: name))
        return streams.count - 1
    }

    private mutating func take(_ item: ComparedItem, of run: ComparedRun, at place: Int) {
        guard streams[place].parting == nil, !streams[place].isCut else { return }
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
        guard earlier.key == item.key else { return part(at: place, earlier, item, ahead: run.other) }
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
        at place: Int, _ earlier: ComparedItem, _ later: ComparedItem?, ahead: ComparedRun
    ) {
        let stream = streams[place]
        streams[place].parting = Parting(
            stream: stream.name, alike: stream.alike, before: stream.before,
            a: ahead == .a ? earlier.entry : later?.entry, b: ahead == .a ? later?.entry : earlier.entry)
        streams[place].waiting = []
    }
}
