public import Ground
public import Links
import Synchronization

/// What has come from the world and was not yet looked at: filled by device threads, emptied by the run loop.
///
/// Arrivals leave in the order of their instants, and their instants never go backwards: one that was stamped before
/// another but posted after that one was taken is given the later instant, which differs by the time that a thread
/// needs from its clock to its post. What the mailbox itself stamps is never such: it gives no deadline before all
/// that it stamped up to there.
///
/// The run loop looks at the clock every few milliseconds also while it waits; where time itself stands while nobody
/// computes, as in a machine that keeps its own, every second. Where it did not, because it was busy or the whole
/// process stood still, it is told so first.
public final class Mailbox: Sendable {
    fileprivate struct Contents {
        var waiting: [Arrival] = []
        var head = 0
        var overflowed = false
        var lastTaken = Instant(nanoseconds: .min)

        var count: Int { waiting.count - head }
    }

    private let contents = Mutex(Contents())
    private let interrupted = Atomic<Bool>(false)
    private let gate = WakeCounter()
    /// Up to when the taking thread was known to be awake, or slept as it should, in nanoseconds; the least of all
    /// before the first time.
    private let awake = Atomic<Int64>(.min)
    /// Between two looks at the clock while waiting.
    static let heartbeat = Span.milliseconds(10)
    /// The same where time stands while nobody computes: looking costs more there than it tells.
    static let ownHeartbeat = Span.seconds(1)
    /// What is longer than this between two looks is told.
    public static let standstill = Span.milliseconds(25)
    /// How many arrivals may wait; the next one becomes a fault, and what follows is lost until some are taken.
    public let bound: Int

    private let tellsStandstills: Bool
    private let heartbeat: Span
    /// How often the program waited for something outside of the time that its clock shows; nil where it cannot.
    private let waits: (@Sendable () -> Int)?
    /// When the taking thread looked at the clock last, and how often the program had waited by then.
    private let looked = Mutex<(at: Instant, waits: Int)?>(nil)
    private let pulses = Mutex<[Pulse]>([])

    /// With `tellsStandstills` it gives `stoodStill` wherever the taking thread did not look at the clock for too long,
    /// between two takes as well; it looks at least every `heartbeat`, by default as often as the machine's time wants.
    /// A machine's own time leaps while its program waits for the world outside: that is a standstill, too.
    public init(
        bound: Int = 65_536, tellsStandstills: Bool = false, heartbeat: Span? = nil,
        waits: (@Sendable () -> Int)? = Mailbox.ownWaits
    ) {
        self.waits = waits
        precondition(bound > 0, "a mailbox holds at least one arrival")
        self.bound = bound
        self.tellsStandstills = tellsStandstills
        self.heartbeat = heartbeat ?? (WallClock.isMachinesOwn ? Self.ownHeartbeat : Self.heartbeat)
    }

    /// Those of this program, in a machine that keeps its own time.
    public static var ownWaits: (@Sendable () -> Int)? {
        WallClock.isMachinesOwn ? { @Sendable in ProgramPages.waits } : nil
    }

    /// Adds an arrival; from any thread. Never waits.
    public func post(_ inbound: Inbound, at instant: Instant) {
        contents.withLock { add(inbound, at: instant, to: &$0) }
        gate.bump()
    }

    /// Stamps an arrival and adds it, so that no deadline can come in between; from any thread. Never waits.
    public func post(_ inbound: Inbound, by clock: MonotonicClock) {
        contents.withLock { add(inbound, at: clock.now, to: &$0) }
        gate.bump()
    }

    private func add(_ inbound: Inbound, at instant: Instant, to contents: inout Contents) {
        if contents.count >= bound {
            guard !contents.overflowed else { return }
            contents.overflowed = true
            contents.insert(Arrival(.fault(inbound.link, overflow), at: instant))
        } else {
            contents.insert(Arrival(inbound, at: instant))
        }
    }

    /// Waits for the next arrival stamped up to `deadline`; from one thread only.
    ///
    /// An arrival stamped after the deadline stays where it is: the deadline came first.
    public func take(until deadline: Instant, clock: MonotonicClock) -> Reception {
        while true {
            let count = gate.count
            if interrupted.exchange(false, ordering: .acquiringAndReleasing) { return .interrupted }
            if let since = standstill(at: clock.now) { return .stoodStill(since: since) }
            switch contents.withLock({ ($0.next(until: deadline), clock.now) }) {
            case (.arrival(let arrival), _): return .arrival(arrival)
            case (.tooLate, _): return .deadline
            case (.empty, let now):
                if now >= deadline { return .deadline }
                let look = tellsStandstills ? min(deadline, now + heartbeat) : deadline
                // Until shortly before the look it need not be awake.
                let rest = max(now, look - Self.heartbeat)
                awake.store(rest.nanoseconds, ordering: .relaxed)
                gate.wait(while: count, until: look, clock: clock)
            }
        }
    }

    /// The pulse of a device's thread that posts here; the thread has it beat from now on.
    public func makePulse(_ clock: MonotonicClock) -> Pulse {
        let pulse = Pulse(at: clock.now)
        pulses.withLock { $0.append(pulse) }
        return pulse
    }

    /// Since when nobody looked, where that is too long ago.
    private func standstill(at now: Instant) -> Instant? {
        guard tellsStandstills else { return nil }
        let last = awake.exchange(now.nanoseconds, ordering: .relaxed)
        if let since = leap(at: now) { return since }
        guard last == .min || now.nanoseconds - last <= Self.standstill.nanoseconds else {
            return Instant(nanoseconds: last)
        }
        return pulses.withLock { pulses in
            // Each is asked once: asking takes note of what it tells.
            for pulse in pulses {
                if let since = pulse.standstill(at: now) { return since }
            }
            return nil
        }
    }

    /// Since when the program may have waited for the world outside; nil where it did not.
    private func leap(at now: Instant) -> Instant? {
        guard let count = waits?() else { return nil }
        return looked.withLock { looked in
            defer { looked = (now, count) }
            return looked.flatMap { count > $0.waits ? $0.at : nil }
        }
    }

    /// Makes the present or the next `take` return `.interrupted`, once; from any thread or a signal handler.
    public func interrupt() {
        interrupted.store(true, ordering: .releasing)
        gate.bump()
    }

    private var overflow: RigFault {
        RigFault(
            "more than \(bound) frames waited for the run loop, and some were lost",
            remedy: "Look for what kept the run loop busy, or for a device that floods its link")
    }
}

extension Mailbox.Contents {
    fileprivate enum Next {
        case arrival(Arrival)
        case tooLate
        case empty
    }

    fileprivate mutating func insert(_ arrival: Arrival) {
        var place = waiting.count
        while place > head, waiting[place - 1].instant > arrival.instant { place -= 1 }
        waiting.insert(arrival, at: place)
    }

    fileprivate mutating func next(until deadline: Instant) -> Next {
        guard head < waiting.count else { return .empty }
        let arrival = waiting[head]
        guard arrival.instant <= deadline else { return .tooLate }
        head += 1
        if head == waiting.count {
            waiting.removeAll(keepingCapacity: true)
            head = 0
            overflowed = false
        } else if head == 1024 {
            waiting.removeFirst(head)
            head = 0
        }
        lastTaken = max(lastTaken, arrival.instant)
        return .arrival(Arrival(arrival.inbound, at: lastTaken))
    }
}
