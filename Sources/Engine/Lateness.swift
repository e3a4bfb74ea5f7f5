import Ground

/// How late the rig itself was: between what came, or was due, and its turn.
///
/// A rig that is short of processor time makes every accessory look slow; what took too long on it is no evidence.
struct Lateness: Sendable {
    /// What is shorter than this is as good as nothing.
    static let negligible = Span.milliseconds(1)
    /// More than a run has of it; older ones are forgotten.
    static let memory = 4096

    private var delays: [(at: Instant, span: Span)] = []

    mutating func note(_ span: Span, at now: Instant) {
        guard span > Self.negligible else { return }
        if delays.count == Self.memory { delays.removeFirst(Self.memory / 2) }
        delays.append((now, span))
    }

    /// Why a limit that was passed says nothing about the accessory, in words; nil when the rig kept its time.
    ///
    /// In doubt is what the rig itself took a tenth of, or lost a twentieth of at once.
    func doubt(about limit: Span, since start: Instant) -> String? {
        let relevant = delays.filter { $0.at >= start }.map(\.span)
        let sum = relevant.reduce(.zero, +)
        let longest = relevant.max() ?? .zero
        guard sum * 10 >= limit || longest * 20 >= limit, sum > .zero else { return nil }
        return "the rig itself was late by \(sum) in all and \(longest) at most: it is short of processor time"
    }
}
