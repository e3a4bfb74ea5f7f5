import Ground
import Journal
import Links
public import Replay

/// What a search for a shortest list came to, as a person reads it.
public struct ReductionText {
    private let reduction: Reduction

    public init(_ reduction: Reduction) { self.reduction = reduction }

    /// The failure, what is left, and how short that is, piece by piece; safe to print.
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
        lines.append(
            "\(reduction.arrivals.count) of \(reduction.before) inbound frames give this failure, "
                + "found in \(reduction.runs) replays; \(shortness)")
        put(lines.map { $0.escapedForDisplay + "\n" }.joined())
        for (arrived, meaning) in zip(reduction.arrivals, ReplayMeaning(reduction.events).arrivals) {
            let arrival = arrived.arrival
            let line = "  #\(arrived.number) \(arrival.instant) \(arrival.inbound.link) <- \(meaning)"
            put(line.escapedForDisplay + "\n")
        }
    }

    private var shortness: String {
        switch reduction.shortness {
        case .noTwoLess: "none of them, and no two of them, can be left out"
        case .noneLess: "none of them can be left out"
        case .unfinished: "the search was ended early"
        }
    }
}
