public import Journal
import Recordings
import Wording

/// A short list of arrivals with which a run still fails as it did.
public struct Reduction: Sendable {
    /// How much is known of how short it is.
    public enum Shortness: Hashable, Sendable {
        /// No one of them, and no two of them, can be left out.
        case noTwoLess
        /// No one of them can be left out.
        case noneLess
        /// The search was ended before it was through.
        case unfinished
    }

    public let failure: FailureKey
    /// What is left, with the numbers of the trace.
    public let arrivals: ReducedArrivals
    /// How many there were.
    public let before: Int
    /// How many replays it took.
    public let runs: Int
    public let shortness: Shortness
    /// The run with what is left.
    public let summary: RunSummary
    /// That run as a trace of its own, which replays to the same failure.
    public let events: TraceStream
}

/// What is left of the arrivals of a trace, read from where the search had them each time that it is gone through.
public struct ReducedArrivals: Sequence, Sendable {
    private let stream: TraceStream
    /// Their places among all arrivals, and the number of each of those in the trace.
    private let places: PlaceSet
    private let numbers: [UInt32]

    init(_ stream: TraceStream, places: PlaceSet, numbers: [UInt32]) {
        self.stream = stream
        self.places = places
        self.numbers = numbers
    }

    /// How many there are.
    public var count: Int { places.count }

    public func makeIterator() -> AnyIterator<Divergence.Arrived> {
        let events = stream.makeIterator()
        var next = 0
        return AnyIterator {
            guard case .received(let arrival, _, _) = events.next(), let place = places.next(from: next) else {
                return nil
            }
            next = place + 1
            return Divergence.Arrived(arrival: arrival, number: Int(numbers[place]))
        }
    }
}

/// Why a trace cannot be reduced.
public enum ReductionTrouble: Error, Hashable, Sendable {
    /// Its replay does not fail; the verdict that it comes to.
    case doesNotFail(Verdict)
    /// It fails only call by call: with its arrivals at their recorded instants it comes to this verdict instead.
    case failsOtherwise(Verdict, reason: String?)
}

extension ReductionTrouble: CustomStringConvertible {
    public var description: String {
        switch self {
        case .doesNotFail(let verdict): Sentence.nothingToReduce(verdict).description
        case .failsOtherwise(let verdict, let reason): Sentence.failsOtherwise(verdict, reason).description
        }
    }
}
