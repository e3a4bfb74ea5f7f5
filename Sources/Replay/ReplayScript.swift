import Ground
public import Journal
import Links
public import Recordings

/// A run loop's calls to its links with their answers, and the journal, as read from a trace.
///
/// Nothing of this is kept here: it is read from the trace during playback.
public struct ReplayScript: Sendable {
    /// One call of the run loop, with its answer.
    enum Call: Hashable {
        case received(Arrival, now: Instant, number: Int)
        case waited(until: Instant, deadline: Instant)
        case stoodStill(since: Instant, until: Instant)
        case interrupted(at: Instant)
        case sent(Outbound, at: Instant, number: Int)
        /// A reading of the clock, which had moved.
        case clock(Instant)
    }

    /// The end of the recording.
    public enum Ending: Hashable, Sendable {
        case verdict(String, reason: String?)
        /// The run was killed, or the rest of its trace is lost.
        case cut
        /// Part of the middle is missing, and what follows it cannot be played call by call.
        case gap(String)
    }

    public let header: TraceHeader
    public let ending: Ending
    /// The outcome of the recorded run according to its journal; nil if the journal does not have it.
    public let recorded: RunSummary?
    /// Whether the trace has any frame or wait.
    let isPlayable: Bool
    /// Whether the trace has journal entries other than frames.
    let hasNotes: Bool
    /// Whether the trace says where accessories were put, as those of earlier versions with a person do not.
    let reportsPlaces: Bool
    private let trace: TraceStream

    /// Creates a script from a trace in memory.
    public init(_ events: [TraceEvent]) throws(ReplayError) { try self.init(TraceStream(events)) }

    /// Reads a trace once to gather the facts needed before playback.
    public init(_ trace: TraceStream) throws(ReplayError) {
        let events = trace.makeIterator()
        guard case .began(let header) = events.next() else { throw .noHeader }
        var ending = Ending.cut
        var (isPlayable, hasNotes, reportsPlaces) = (false, false, false)
        var recorded: RunSummary?
        reading: while let event = events.next() {
            switch event {
            case .began, .kernel, .clock: break
            case .received(let arrival, _, _) where arrival.inbound.isPlace: (isPlayable, reportsPlaces) = (true, true)
            case .received, .waited, .stoodStill, .interrupted, .sent: isPlayable = true
            case .journal(let note):
                hasNotes = true
                if note.isOf(.runEnded), case .runEnded(let summary)? = note.event { recorded = summary }
            case .gap(let what):
                ending = .gap(what)
                break reading
            case .ended(let verdict, let reason): ending = .verdict(verdict, reason: reason)
            }
        }
        self.init(
            header: header, ending: ending, recorded: recorded, isPlayable: isPlayable, hasNotes: hasNotes,
            reportsPlaces: reportsPlaces, trace)
    }

    private init(
        header: TraceHeader, ending: Ending, recorded: RunSummary?, isPlayable: Bool, hasNotes: Bool,
        reportsPlaces: Bool, _ trace: TraceStream
    ) {
        self.header = header
        self.ending = ending
        self.recorded = recorded
        self.isPlayable = isPlayable
        self.hasNotes = hasNotes
        self.reportsPlaces = reportsPlaces
        self.trace = trace
    }

    /// Whether the recorded run reached the same verdict for the same reason.
    public func ended(as summary: RunSummary) -> Bool {
        guard case .verdict(let verdict, _) = ending, VerdictKind(verdict) == summary.verdict.kind else { return false }
        guard let code = recorded?.code else { return true }
        return code == summary.code
    }

    /// Whether the recording reaches the end of the run.
    var isWhole: Bool {
        switch ending {
        case .verdict: true
        case .cut, .gap: false
        }
    }

    /// The calls from the beginning up to the first gap.
    func calls() -> ReplayCursor<Call> { ReplayCursor(trace.makeIterator(), Call.init) }

    /// The journal entries other than frames, up to the first gap.
    func notes() -> ReplayCursor<TraceNote> {
        ReplayCursor(trace.makeIterator()) { event in
            if case .journal(let note) = event { note } else { nil }
        }
    }

    /// All arrivals.
    var arrivals: Arrivals { Arrivals(in: trace) }

    /// The same run with these arrivals and nothing else.
    func keeping(arrivals: TraceStream) -> ReplayScript {
        ReplayScript(
            header: header, ending: ending, recorded: recorded, isPlayable: true, hasNotes: false,
            reportsPlaces: reportsPlaces, arrivals)
    }
}

extension ReplayScript.Call {
    /// Creates the call that an event of a trace records; nil if it records none.
    init?(_ event: TraceEvent) {
        switch event {
        case .received(let arrival, let now, let number): self = .received(arrival, now: now, number: number)
        case .waited(let until, let deadline): self = .waited(until: until, deadline: deadline)
        case .stoodStill(let since, let until): self = .stoodStill(since: since, until: until)
        case .interrupted(let instant): self = .interrupted(at: instant)
        case .sent(let outbound, let instant, let number): self = .sent(outbound, at: instant, number: number)
        case .clock(let instant): self = .clock(instant)
        case .began, .journal, .kernel, .gap, .ended: return nil
        }
    }
}

extension Inbound {
    /// Whether it says where an accessory is.
    fileprivate var isPlace: Bool {
        switch self {
        case .stage(.placed), .stage(.readBack(.position)): true
        default: false
        }
    }
}
