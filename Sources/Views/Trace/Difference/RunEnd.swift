import Ground
import Journal

/// The point at which a run began to end, for a comparison.
struct RunEnd: Sendable {
    /// Notes after which a run may be ending.
    private static let kinds = Set([EntryKind.stepPassed, .stepFailed, .interrupted].map(\.rawValue))
    /// The last moment of a run, in which console output is no longer awaited.
    private static let moment = Lapse.milliseconds(100)

    /// The instant from which closing belongs to the end of the run.
    private var closing = Instant.start
    private var last = Instant.start

    mutating func receive(_ entry: TimelineEntry) {
        guard entry.kind != TimelineEntry.kernelKind else { return }
        last = max(last, entry.instant)
        if !entry.isFrame, Self.kinds.contains(entry.kind) { closing = entry.instant }
    }

    /// Returns whether an entry only shows that the run was ended.
    func isEnding(_ entry: TimelineEntry) -> Bool { entry.isClosing && entry.instant >= closing }

    /// Returns whether the presence of an entry is chance because it comes at the very end of the run.
    func isTooLate(_ entry: TimelineEntry) -> Bool { entry.kind == "console" && entry.instant >= last - Self.moment }
}
