import Ground
import Journal

/// What a comparison knows about when a run ended.
struct RunEnd: Sendable {
    /// Notes after which a run may be on its way to its end.
    private static let kinds = Set([EntryKind.stepPassed, .stepFailed, .interrupted].map(\.rawValue))
    /// In the last moment of a run nobody waits for what a console prints.
    private static let moment = Span.milliseconds(100)

    /// From when on closing belongs to the end of the run.
    private var closing = Instant.start
    private var last = Instant.start

    mutating func receive(_ entry: TimelineEntry) {
        guard entry.kind != TimelineEntry.kernelKind else { return }
        last = max(last, entry.instant)
        if !entry.isFrame, Self.kinds.contains(entry.kind) { closing = entry.instant }
    }

    /// Whether an entry tells only that the run was ended.
    func isEnding(_ entry: TimelineEntry) -> Bool { entry.isClosing && entry.instant >= closing }

    /// Whether it is chance that something is still in the trace.
    func isTooLate(_ entry: TimelineEntry) -> Bool { entry.kind == "console" && entry.instant >= last - Self.moment }
}
