import Ground
import Journal
import Links
import Phone

/// How long the rig itself takes from a reader's detection of a tag to the decision where it leads.
///
/// The time between a request that left and its answer is the radio's and the library's; what lies between an answer's
/// arrival and the next request, or the decision, is our own. The run loop measures it with its own clock, so that the
/// phone needs none; in virtual time it is nothing.
struct RouteTiming: Sendable {
    private var own: Span?
    /// One for each tag that was routed.
    private(set) var spans = SpanTally()

    /// The phone made something of what the reader answered at `arrival`; by `now` the next request had left.
    mutating func note(_ effects: [PhoneEffect], arrival: Instant, now: Instant) {
        var isDecided = false
        for case .event(.tag(let event)) in effects {
            if case .detected = event { own = .zero }
            if case .routed = event { isDecided = true }
            if !isDecided, event.kind == .gone || event.kind == .readerLost { own = nil }
        }
        guard let before = own else { return }
        let sum = before + (now - arrival)
        own = isDecided ? nil : sum
        if isDecided, sum > .zero { spans.add(sum) }
    }
}
