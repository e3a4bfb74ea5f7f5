import Ground
import Journal
import Links
import Phone

/// The time that the rig itself takes from a reader's detection of a tag to the routing decision.
///
/// The time between a request that left and its answer belongs to the radio and the library; the time between an
/// answer's arrival and the next request, or the decision, is the rig's. The run loop measures it with its own clock,
/// so the phone needs none; in virtual time it is zero.
struct RouteTiming: Sendable {
    private var own: Lapse?
    /// One span per routed tag.
    private(set) var spans = SpanTally()

    /// Records the phone's effects of a reader's answer that came at `arrival`; the next request had left by `now`.
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
