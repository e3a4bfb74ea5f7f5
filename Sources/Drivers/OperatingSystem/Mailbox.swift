public import Ground
public import Links
import Synchronization

/// The queue of inbound events that have not been handled yet: filled by device threads, emptied by the run loop.
///
/// Arrivals are taken in the order of their instants, which never go backwards: one that was stamped before another
/// but posted after that one was taken gets the later instant. The difference is the time that a thread takes from
/// reading its clock to posting. Arrivals stamped by the mailbox itself are never affected: it returns no deadline
/// before everything that it stamped up to there.
///
/// Even while waiting, the run loop looks at the clock every few milliseconds or, where time stops while the machine
/// is idle, as in one with its own time, every second. If it did not, because it was busy or the whole process was
/// stalled, the stall is reported first.
public final class Mailbox: Sendable {
    fileprivate struct Contents {
        var waiting: [Arrival] = []
        var head = 0
        var overflowed = false
        var lastTaken = Instant(nanoseconds: .min)

        var count: Int { waiting.count - head }
    }

    private let contents = Mutex(Contents())
    private let gate = WakeCounter()
    /// The instant until which the taking thread was known to be awake or properly asleep, in nanoseconds; the
    /// minimum before the first time.
    private let awake = Atomic<Int64>(.min)
    /// The time between two looks at the clock while waiting.
    static let heartbeat = Lapse.milliseconds(10)
    /// The same where time stops while the machine is idle: looking costs more there than it reveals.
    static let ownHeartbeat = Lapse.seconds(1)
    /// The time between two looks beyond which a stall is reported.
    public static let standstill = Lapse.milliseconds(25)
    /// The maximum number of waiting arrivals. The next one becomes a fault, and further ones are lost until some are
    /// taken.
    public let bound: Int

    private let tellsStandstills: Bool
    private let heartbeat: Lapse
    /// The query for the number of times the program waited for something outside its clock's time; nil if that
    /// cannot happen.
    private let waits: (@Sendable () -> Int)?
    /// The taking thread's last look at the clock, and the number of the program's waits by then.
    private let looked = Mutex<(at: Instant, waits: Int)?>(nil)
    private let pulses = Mutex<[Pulse]>([])

    /// Creates a mailbox. With `tellsStandstills`, it returns `stoodStill` whenever the taking thread did not look at
    /// the clock for too long, even between two takes. The thread looks at least every `heartbeat`, by default as
    /// often as the machine's time requires. A machine's own time leaps while its program waits for the outside
    /// world, which counts as a stall too.
    public init(
        bound: Int = 65_536, tellsStandstills: Bool = false, heartbeat: Lapse? = nil,
        waits: (@Sendable () -> Int)? = Mailbox.ownWaits
    ) {
        self.waits = waits
        precondition(bound > 0, "a mailbox holds at least one arrival")
        self.bound = bound
        self.tellsStandstills = tellsStandstills
        self.heartbeat = heartbeat ?? (WallClock.isMachinesOwn ? Self.ownHeartbeat : Self.heartbeat)
    }

    /// The waits of this program, in a machine with its own time.
    public static var ownWaits: (@Sendable () -> Int)? {
        WallClock.isMachinesOwn ? { @Sendable in ProgramPages.waits } : nil
    }

    /// Adds an arrival; callable from any thread. Never blocks.
    public func post(_ inbound: Inbound, at instant: Instant) {
        contents.withLock { add(inbound, at: instant, to: &$0) }
        gate.bump()
    }

    /// Stamps and adds an arrival, so that no deadline can come in between; callable from any thread. Never blocks.
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

    /// Waits for the next arrival stamped up to `deadline`; callable from one thread only.
    ///
    /// An arrival stamped after the deadline is not taken: the deadline came first.
    public func take(until deadline: Instant, clock: MonotonicClock) -> Reception {
        while true {
            let count = gate.count
            if let since = standstill(at: clock.now) { return .stoodStill(since: since) }
            switch contents.withLock({ ($0.next(until: deadline), clock.now) }) {
            case (.arrival(let arrival), _): return .arrival(arrival)
            case (.tooLate, _): return .deadline
            case (.empty, let now):
                if now >= deadline { return .deadline }
                let look = tellsStandstills ? min(deadline, now + heartbeat) : deadline
                // It need not be awake until shortly before the look.
                let rest = max(now, look - Self.heartbeat)
                awake.store(rest.nanoseconds, ordering: .relaxed)
                gate.wait(while: count, until: look, clock: clock)
            }
        }
    }

    /// Returns a new pulse for a device's thread that posts here; the thread must call its `beat(at:)` regularly.
    public func makePulse(_ clock: MonotonicClock) -> Pulse {
        let pulse = Pulse(at: clock.now)
        pulses.withLock { $0.append(pulse) }
        return pulse
    }

    /// Returns the instant of the last look, if that is too long ago.
    private func standstill(at now: Instant) -> Instant? {
        guard tellsStandstills else { return nil }
        let last = awake.exchange(now.nanoseconds, ordering: .relaxed)
        if let since = leap(at: now) { return since }
        guard last == .min || now.nanoseconds - last <= Self.standstill.nanoseconds else {
            return Instant(nanoseconds: last)
        }
        return pulses.withLock { pulses in
            // Each is queried once, because the query records the reported stall.
            for pulse in pulses {
                if let since = pulse.standstill(at: now) { return since }
            }
            return nil
        }
    }

    /// Returns the instant since which the program may have waited for the outside world, or nil if it did not.
    private func leap(at now: Instant) -> Instant? {
        guard let count = waits?() else { return nil }
        return looked.withLock { looked in
            defer { looked = (now, count) }
            return looked.flatMap { count > $0.waits ? $0.at : nil }
        }
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
