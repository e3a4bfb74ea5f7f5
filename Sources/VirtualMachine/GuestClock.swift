public import Ground

/// The guest's clock, held against the host's: what a guest measures is worth nothing where its seconds are others.
///
/// A guest under emulation counts the host's own time stamps. On a busy host its kernel was seen to mistake their rate,
/// so that its time went several times too fast: a limit of 20 s was over too soon, and nobody in the guest saw it.
public struct GuestClock: Hashable, Sendable {
    /// How long the two say that it is, where that is not the same.
    struct Difference: Error, Hashable {
        let guest: Span
        let host: Span
    }

    /// How much later than the guest said it a line may be read.
    private static let lateness = Span.seconds(2)
    /// How finely either of them is read.
    private static let rounding = Span.milliseconds(50)
    /// What the two may differ by besides, in percent.
    private static let tolerance: Int64 = 5
    /// So many lines may show that the first one was read late.
    private static let settling = 3
    /// One line alone may have been read late, by a host that stood still.
    private static let doubts = 2

    /// When the machine was started: no guest has run for longer, however late it is heard.
    private let start: Instant
    private var guest: Span
    private var host: Instant
    private var lines = 0
    private var doubtful = 0

    /// The guest of a machine that was started then said its uptime at this instant of the host's.
    ///
    /// Throws where it would have run for longer than the machine.
    init(_ guest: Span, at host: Instant, startedAt start: Instant) throws(Difference) {
        (self.guest, self.host, self.start) = (guest, host, start)
        try checkAge(guest, at: host)
    }

    /// It said it once more. Throws where it would have run for longer than the machine, and where the two clocks do
    /// not go alike, which takes two lines in a row.
    mutating func hear(_ uptime: Span, at now: Instant) throws(Difference) {
        try checkAge(uptime, at: now)
        lines += 1
        let (inside, outside) = (uptime - guest, now - host)
        if lines <= Self.settling, inside > outside {
            (guest, host) = (uptime, now)
            return
        }
        let apart = inside > outside ? inside - outside : outside - inside
        let most = Self.lateness.nanoseconds + outside.nanoseconds / 100 * Self.tolerance
        doubtful = apart.nanoseconds > most ? doubtful + 1 : 0
        if doubtful >= Self.doubts { throw Difference(guest: inside, host: outside) }
    }

    private func checkAge(_ uptime: Span, at now: Instant) throws(Difference) {
        if Self.isTooLong(uptime, inside: now - start) { throw Difference(guest: uptime, host: now - start) }
    }

    /// Whether a time that the guest measured is longer than the host's that it lies in: a clock that goes too fast,
    /// whoever was late.
    public static func isTooLong(_ guest: Span, inside host: Span) -> Bool {
        guest.nanoseconds > host.nanoseconds + host.nanoseconds / 100 * tolerance + Self.rounding.nanoseconds
    }

    /// An uptime as the kernel writes it, `12.34`; nil for something else.
    static func uptime(_ text: some StringProtocol) -> Span? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, let seconds = UInt32(parts[0]), let rest = UInt8(parts[1])
        else { return nil }
        let hundredths = Int64(seconds) * 100 + Int64(rest)
        return .nanoseconds(hundredths * 10_000_000)
    }
}
