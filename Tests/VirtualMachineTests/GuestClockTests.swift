import Ground
import Testing

@testable import VirtualMachine

@Suite struct GuestClockTests {
    /// Whether a guest is found out whose clock goes so many times as fast, by lines as its script writes them; the
    /// host's time of that in seconds, nil where it is not.
    private static func found(rate: Double, readyLate: Double = 0, late: [Int: Double] = [:]) -> Double? {
        var clock = GuestClock(.milliseconds(2_350), at: .start + .milliseconds(Int(readyLate * 1_000)))
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

    @Test("a clock that goes as the host's is right, however late its lines are read now and then")
    func right() {
        for rate in [0.98, 1, 1.02] { #expect(Self.found(rate: rate) == nil, "\(rate)") }
        #expect(Self.found(rate: 1, readyLate: 10) == nil)
        #expect(Self.found(rate: 1, late: [1: 30, 5: 30, 50: 300]) == nil)
        #expect(Self.found(rate: 1, readyLate: 1.5, late: [0: 1.9, 1: 1.9, 2: 1.9, 3: 1.9]) == nil)
    }

    @Test("one that goes otherwise is found out, the sooner the more", arguments: [0.1, 0.5, 0.8, 1.2, 2, 7])
    func wrong(rate: Double) throws {
        let found = try #require(Self.found(rate: rate))
        #expect(found < (rate < 0.6 || rate > 1.9 ? 30 : 60), "\(found) s")
    }

    @Test("an uptime is what the kernel writes, and nothing else")
    func uptime() {
        #expect(GuestClock.uptime("2.35") == .milliseconds(2_350))
        #expect(GuestClock.uptime("70000.09") == .milliseconds(70_000_090))
        for text in ["", "2", "2.", "2.3", "2.345", "-2.35", ".35", "2.3x", "99999999999.00", "2.35 7"] {
            #expect(GuestClock.uptime(text) == nil, "\(text)")
        }
    }
}
