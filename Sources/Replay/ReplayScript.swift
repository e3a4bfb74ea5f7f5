public import Ground
public import Links
public import Recordings

/// What a run loop asked of its links, what it was answered, and what the journal had, as a trace tells it.
public struct ReplayScript: Sendable {
    /// One call of the run loop, with its answer.
    public enum Call: Hashable, Sendable {
        case received(Arrival, now: Instant, number: Int)
        case waited(until: Instant)
        case interrupted(at: Instant)
        case sent(Outbound, at: Instant, number: Int)

        /// What the clock showed when the call returned.
        public var instant: Instant {
            switch self {
            case .received(_, let now, _): now
            case .waited(let until): until
            case .interrupted(let instant): instant
            case .sent(_, let instant, _): instant
            }
        }
    }

    /// How the recording ended.
    public enum Ending: Hashable, Sendable {
        case verdict(String, reason: String?)
        /// The run was killed, or the rest of its trace is lost.
        case cut
        /// Something is missing in the middle: what comes after it cannot be played call by call.
        case gap(String)
    }

    public let header: TraceHeader
    public private(set) var calls: [Call] = []
    /// The entries of the journal that are no frames.
    public private(set) var notes: [TraceNote] = []
    public private(set) var ending = Ending.cut

    /// Takes a trace apart; packets that somebody else saw are no part of the run.
    public init(_ events: [TraceEvent]) throws(ReplayTrouble) {
        guard case .began(let header) = events.first else { throw .noHeader }
        self.header = header
        for event in events {
            switch event {
            case .began, .kernel: break
            case .received(let arrival, let now, let number):
                calls.append(.received(arrival, now: now, number: number))
            case .waited(let until): calls.append(.waited(until: until))
            case .interrupted(let instant): calls.append(.interrupted(at: instant))
            case .sent(let outbound, let instant, let number):
                calls.append(.sent(outbound, at: instant, number: number))
            case .journal(let note): notes.append(note)
            case .gap(let what):
                ending = .gap(what)
                return
            case .ended(let verdict, let reason): ending = .verdict(verdict, reason: reason)
            }
        }
    }

    init(header: TraceHeader, calls: [Call], notes: [TraceNote] = [], ending: Ending) {
        self.header = header
        self.calls = calls
        self.notes = notes
        self.ending = ending
    }

    /// Whether it reaches to the end of the run.
    var isWhole: Bool {
        switch ending {
        case .verdict: true
        case .cut, .gap: false
        }
    }

    /// Where in `calls` something arrives.
    var arrivals: [Int] {
        calls.indices.filter { index in
            if case .received = calls[index] { true } else { false }
        }
    }

    /// The same run with only those arrivals that stand at these places of `calls`.
    func keeping(arrivals kept: some Sequence<Int>) -> ReplayScript {
        ReplayScript(header: header, calls: kept.map { calls[$0] }, ending: ending)
    }
}
