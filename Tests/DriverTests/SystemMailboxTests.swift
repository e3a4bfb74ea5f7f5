import Ground
import Links
import OperatingSystem
import Synchronization
import Testing

@Suite("The mailbox between device threads and the run loop")
struct SystemMailboxTests {
    private let clock = MonotonicClock()
    /// Far in the future, so that a test that would wait forever fails.
    private var later: Instant { clock.now + .seconds(60) }

    private func bytes(_ value: UInt8) -> Inbound { .kit(.bytes([value])) }

    @Test func `gives what was posted, in the order of the instants`() {
        let mailbox = Mailbox()
        mailbox.post(bytes(2), at: Instant(nanoseconds: 20))
        mailbox.post(bytes(1), at: Instant(nanoseconds: 10))
        mailbox.post(bytes(3), at: Instant(nanoseconds: 20))
        let deadline = Instant(nanoseconds: 100)
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(1), at: .init(nanoseconds: 10))))
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(2), at: .init(nanoseconds: 20))))
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(3), at: .init(nanoseconds: 20))))
        #expect(mailbox.take(until: .start, clock: clock) == .deadline)
    }

    @Test func `never lets instants go backwards`() {
        let mailbox = Mailbox()
        mailbox.post(bytes(1), at: Instant(nanoseconds: 50))
        _ = mailbox.take(until: Instant(nanoseconds: 100), clock: clock)
        mailbox.post(bytes(2), at: Instant(nanoseconds: 40))
        let second = mailbox.take(until: Instant(nanoseconds: 100), clock: clock)
        #expect(second == .arrival(Arrival(bytes(2), at: Instant(nanoseconds: 50))))
    }

    @Test func `tells once that a device's thread stands still`() {
        let mailbox = Mailbox(tellsStandstills: true)
        let pulse = mailbox.makePulse(clock)
        let since = clock.now - .seconds(1)
        pulse.beat(at: since)
        #expect(mailbox.take(until: clock.now, clock: clock) == .stoodStill(since: since))
        #expect(next(from: mailbox, after: since) == .deadline)
    }

    @Test func `tells of a device's thread that stood still between two looks, and once`() {
        let mailbox = Mailbox(tellsStandstills: true, heartbeat: .seconds(1))
        let pulse = mailbox.makePulse(clock)
        let since = clock.now - .seconds(1)
        pulse.beat(at: since)
        pulse.beat(at: clock.now)
        #expect(mailbox.take(until: clock.now, clock: clock) == .stoodStill(since: since))
        #expect(next(from: mailbox, after: since) == .deadline)
        pulse.beat(at: clock.now)
        #expect(next(from: mailbox, after: since) == .deadline)
    }

    @Test func `tells that the program waited for the world while its own time went on, and once`() {
        let count = Atomic<Int>(3)
        let mailbox = Mailbox(
            tellsStandstills: true, heartbeat: .seconds(60), waits: { count.load(ordering: .relaxed) })
        let first = clock.now
        #expect(mailbox.take(until: first, clock: clock) == .deadline)
        #expect(mailbox.take(until: clock.now, clock: clock) == .deadline)
        count.store(4, ordering: .relaxed)
        guard case .stoodStill(let since) = mailbox.take(until: later, clock: clock) else {
            Issue.record("a wait is a standstill")
            return
        }
        #expect(since >= first && since <= clock.now)
        #expect(next(from: mailbox, after: since) == .deadline)
    }

    @Test func `is not late for a look that is not due yet, and is late for one that was`() throws {
        let mailbox = Mailbox(tellsStandstills: true, heartbeat: .seconds(30))
        let clock = clock
        #expect(mailbox.take(until: .start, clock: clock) == .deadline)
        let slept = clock.now
        let poster = try DeviceThread("poster") {
            let pause = clock.now + Mailbox.standstill + .milliseconds(20)
            while clock.now < pause {}
            mailbox.post(.kit(.bytes([1])), by: clock)
        }
        defer { poster.join() }
        guard case .arrival(let arrival) = mailbox.take(until: later, clock: clock) else {
            Issue.record("it slept as long as it might")
            return
        }
        #expect(arrival.instant - slept > Mailbox.standstill)
        let busy = clock.now
        while clock.now - busy < Mailbox.standstill + .milliseconds(5) {}
        guard case .stoodStill = mailbox.take(until: later, clock: clock) else {
            Issue.record("between two takes it should have looked")
            return
        }
    }

    /// Returns the next reception except a further stall, because this test itself may be delayed.
    private func next(from mailbox: Mailbox, after since: Instant) -> Reception {
        while true {
            let reception = mailbox.take(until: clock.now, clock: clock)
            guard case .stoodStill(let again) = reception, again > since else { return reception }
        }
    }

    @Test func `keeps an arrival that was stamped after the deadline`() {
        let mailbox = Mailbox()
        mailbox.post(bytes(1), at: Instant(nanoseconds: 50))
        #expect(mailbox.take(until: Instant(nanoseconds: 49), clock: clock) == .deadline)
        let first = mailbox.take(until: Instant(nanoseconds: 50), clock: clock)
        #expect(first == .arrival(Arrival(bytes(1), at: Instant(nanoseconds: 50))))
    }

    @Test func `turns the arrival past its bound into one fault and goes on when emptied`() {
        let mailbox = Mailbox(bound: 2)
        for value in 1...5 { mailbox.post(bytes(UInt8(value)), at: Instant(nanoseconds: Int64(value))) }
        let deadline = Instant(nanoseconds: 100)
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(1), at: .init(nanoseconds: 1))))
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(2), at: .init(nanoseconds: 2))))
        guard case .arrival(let fault) = mailbox.take(until: deadline, clock: clock),
            case .fault(.kit, let text) = fault.inbound
        else {
            Issue.record("the third arrival should be the fault")
            return
        }
        #expect(text.what.contains("more than 2 frames"))
        mailbox.post(bytes(9), at: Instant(nanoseconds: 9))
        #expect(mailbox.take(until: deadline, clock: clock) == .arrival(Arrival(bytes(9), at: .init(nanoseconds: 9))))
    }

    @Test func `wakes a waiting run loop from another thread`() throws {
        let mailbox = Mailbox()
        let clock = clock
        let thread = try DeviceThread("poster") {
            for value in 0..<200 { mailbox.post(.kit(.bytes([UInt8(value)])), at: clock.now) }
        }
        var seen: [UInt8] = []
        while seen.count < 200 {
            guard case .arrival(let arrival) = mailbox.take(until: later, clock: clock),
                case .kit(.bytes(let bytes)) = arrival.inbound
            else { break }
            seen += bytes
        }
        thread.join()
        #expect(seen == (0..<200).map { UInt8($0) })
    }

    @Test func `tells once that nobody looked at the clock for too long, and then gives what waits`() {
        let mailbox = Mailbox(tellsStandstills: true)
        #expect(mailbox.take(until: .start, clock: clock) == .deadline)
        let busy = clock.now
        while clock.now - busy < Mailbox.standstill + .milliseconds(5) {}
        mailbox.post(bytes(1), by: clock)
        guard case .stoodStill(let since) = mailbox.take(until: later, clock: clock) else {
            Issue.record("a standstill comes before everything that waits")
            return
        }
        #expect(since <= busy)
        guard case .arrival = next(from: mailbox, after: since) else {
            Issue.record("a stall must be reported only once")
            return
        }
    }

    @Test func `gives no deadline before what it stamped up to there, whatever thread is slow`() throws {
        let mailbox = Mailbox()
        let clock = clock
        let count = 2_000
        let thread = try DeviceThread("poster") {
            for value in 0..<count { mailbox.post(.kit(.bytes([UInt8(truncatingIfNeeded: value)])), by: clock) }
        }
        var seen = 0
        var passed = Instant.start
        while seen < count, clock.now < later {
            let deadline = clock.now
            switch mailbox.take(until: deadline, clock: clock) {
            case .arrival(let arrival):
                seen += 1
                #expect(arrival.instant > passed)
            case .deadline: passed = deadline
            case .stoodStill, .interrupted: Issue.record("an event that was not requested")
            }
        }
        thread.join()
        #expect(seen == count)
    }

    @Test func `waits no longer than its deadline`() {
        let deadline = clock.now + .milliseconds(2)
        #expect(Mailbox().take(until: deadline, clock: clock) == .deadline)
        #expect(clock.now >= deadline)
    }
}
