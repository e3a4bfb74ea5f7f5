import Ground
import Journal
import Links
import Wording

/// The result of a reduction as text for people.
public struct ReductionText {
    private let reduction: Reduction

    public init(_ reduction: Reduction) { self.reduction = reduction }

    /// Writes the failure, the remaining arrivals and their minimality, line by line; safe to print.
    public func write(to put: (String) -> Void) {
        let failure = reduction.summary.failures.first
        let spot = reduction.failure.spot.map { " at \($0)" } ?? ""
        var lines = ["\(reduction.failure.scenario): \(reduction.summary.verdict)\(spot)"]
        if let failure {
            lines.append("  expected \(failure.expected)")
            lines.append("  \(failure.seen)")
        } else if let reason = reduction.summary.reason {
            lines.append("  \(reason)")
        }
        let count = reduction.arrivals.count
        lines.append(Sentence.reduced(to: count, of: reduction.before, in: reduction.runs, shortness).description)
        put(lines.map { $0.escapedForDisplay + "\n" }.joined())
        for (arrived, meaning) in zip(reduction.arrivals, ReplayMeaning(reduction.events).arrivals) {
            let arrival = arrived.arrival
            let line = "  #\(arrived.number) \(arrival.instant) \(arrival.inbound.link) <- \(meaning)"
            put(line.escapedForDisplay + "\n")
        }
    }

    private var shortness: Sentence {
        switch reduction.shortness {
        case .noTwoLess: .noTwoLess
        case .noneLess: .noneLess
        case .unfinished: .searchEnded
        }
    }
}
