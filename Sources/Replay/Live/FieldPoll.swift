import Ground
import Links

/// Repeated looks at the reader's field that continue until something changes.
struct FieldPoll {
    let request: ReaderRequest
    /// The delay from an answer to the next look.
    let pause: Lapse
    /// Whether an answer is outstanding.
    var isAwaited: Bool
    var next: Instant
    /// The instant of the recorded phone's last look; nil if it continued until something changed.
    let end: Instant?
    /// Whether the look is not to be repeated.
    var isLast = false
}
