public import Ground

/// The guest's clock, compared with the host's: measurements in a guest are worthless if its seconds are not real
/// ones.
///
/// A guest under emulation counts the host's own time stamps. On a busy host its kernel was seen to misjudge their
/// rate, so that its time ran several times too fast: a limit of 20 s expired too early, unnoticed by anything in the
/// guest.
public struct GuestClock: Hashable, Sendable {
    /// The elapsed times of the two clocks, if they disagree.
    struct Difference: Error, Hashable {
        let guest: Lapse
        let host: Lapse
    }

    /// The maximum delay between the guest writing a line and the host reading it.
    private static let lateness = Lapse.seconds(2)
    /// The precision with which either clock is read.
    private static let rounding = Lapse.milliseconds(50)
    /// The additional difference that is allowed, in per cent.
    private static let tolerance: Int64 = 5
    /// The number of lines until it is certain whether the first one was read late.
    private static let settling = 3
    /// The number of lines in a row that must differ: a single one may have been read late, by a host that stood
    /// still.
    private static let doubts = 2

    /// The start of the machine: no guest has run for longer, however late it is heard.
    private let start: Instant
    private var guest: Lapse
    private var host: Instant
    private var lines = 0
    private var doubtful = 0

    /// Creates the clock of a guest that reported this uptime at an instant of the host's clock.
    ///
    /// Throws if it would have run for longer than the machine.
    init(_ guest: Lapse, at host: Instant, startedAt start: Instant) throws(Difference) {
        (self.guest, self.host, self.start) = (guest, host, start)
        try checkAge(guest, at: host)
    }

    /// Takes another uptime. Throws if the guest would have run for longer than the machine, and if the two clocks run
    /// at different rates, which takes two lines in a row.
    mutating func hear(_ uptime: Lapse, at now: Instant) throws(Difference) {
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

    private func checkAge(_ uptime: Lapse, at now: Instant) throws(Difference) {
        if Self.isTooLong(uptime, inside: now - start) { throw Difference(guest: uptime, host: now - start) }
    }

    /// Returns whether a time measured by the guest is longer than the host's time around it: the guest's clock is
    /// then too fast, whichever side was late.
    public static func isTooLong(_ guest: Lapse, inside host: Lapse) -> Bool {
        guest.nanoseconds > host.nanoseconds + host.nanoseconds / 100 * tolerance + Self.rounding.nanoseconds
    }

    /// Parses an uptime as the kernel writes it, `12.34`; nil for anything else.
    static func uptime(_ text: some StringProtocol) -> Lapse? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 2, let seconds = UInt32(parts[0]), let rest = UInt8(parts[1])
        else { return nil }
        let hundredths = Int64(seconds) * 100 + Int64(rest)
        return .nanoseconds(hundredths * 10_000_000)
    }
}
