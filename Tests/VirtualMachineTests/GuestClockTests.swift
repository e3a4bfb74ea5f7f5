import Ground
import Testing

@testable import Benches

@Suite struct GuestClockTests {
    /// Returns the host time in seconds at which a guest whose clock runs `rate` times as fast is detected, judging by
    /// lines like those of its script; nil if it is not.
    ///
    /// The machine was started long before, so that no guest's time is longer than its own.
    private static func found(rate: Double, readyLate: Double = 0, late: [Int: Double] = [:]) -> Double? {
        guard
            var clock = try? GuestClock(
                .milliseconds(2_350), at: .start + .milliseconds(Int(readyLate * 1_000)),
                startedAt: .start + .seconds(-10_000))
        else { return 0 }
        var guest = 0.0
        for line in 0..<100 {
            guest += line < 4 ? 1 : 5
            let host = guest / rate
            let read = host + (late[line] ?? 0)
            do throws(GuestClock.Difference) {
                try clock.hear(
                    .milliseconds(2_350 + Int(guest * 1_000)), at: .start + .milliseconds(Int(read * 1_000)))
            } catch {
                return read
            }
        }
        return nil
    }

    @Test("a clock in step with the host's is right, even if some of its lines are read late")
    func right() {
        for rate in [0.98, 1, 1.02] { #expect(Self.found(rate: rate) == nil, "\(rate)") }
        #expect(Self.found(rate: 1, readyLate: 10) == nil)
        #expect(Self.found(rate: 1, late: [1: 30, 5: 30, 50: 300]) == nil)
        #expect(Self.found(rate: 1, readyLate: 1.5, late: [0: 1.9, 1: 1.9, 2: 1.9, 3: 1.9]) == nil)
    }

    @Test("a clock that runs at another rate is detected", arguments: [0.1, 0.5, 0.8, 1.2, 2, 7])
    func wrong(rate: Double) throws {
        let found = try #require(Self.found(rate: rate))
        #expect(found < (rate < 0.6 || rate > 1.9 ? 30 : 60), "\(found) s")
    }

    @Test("a guest that has run longer than its machine is detected at its first line")
    func age() throws {
        func begin(_ uptime: Lapse, after host: Lapse) throws(GuestClock.Difference) -> GuestClock {
            try GuestClock(uptime, at: .start + host, startedAt: .start)
        }
        #expect(throws: GuestClock.Difference(guest: .seconds(9), host: .seconds(4))) {
            _ = try begin(.seconds(9), after: .seconds(4))
        }
        var clock = try begin(.seconds(3), after: .seconds(4))
        try clock.hear(.milliseconds(8_400), at: .start + .seconds(8))
        #expect(throws: GuestClock.Difference.self) {
            try clock.hear(.milliseconds(12_700), at: .start + .seconds(12))
        }
    }

    @Test("no time is longer than one that contains it, except for the resolution of both")
    func inside() {
        #expect(!GuestClock.isTooLong(.zero, inside: .zero))
        #expect(!GuestClock.isTooLong(.milliseconds(50), inside: .zero))
        #expect(GuestClock.isTooLong(.milliseconds(51), inside: .zero))
        #expect(!GuestClock.isTooLong(.milliseconds(10_550), inside: .seconds(10)))
        #expect(GuestClock.isTooLong(.milliseconds(10_551), inside: .seconds(10)))
        #expect(!GuestClock.isTooLong(.seconds(1), inside: .seconds(3_000)))
    }

    @Test("an uptime is read as the kernel writes it, and nothing else is accepted")
    func uptime() {
        #expect(GuestClock.uptime("2.35") == .milliseconds(2_350))
        #expect(GuestClock.uptime("70000.09") == .milliseconds(70_000_090))
        for text in ["", "2", "2.", "2.3", "2.345", "-2.35", ".35", "2.3x", "99999999999.00", "2.35 7"] {
            #expect(GuestClock.uptime(text) == nil, "\(text)")
        }
    }
}
