public import Ground
public import Links
import Synchronization

/// What has come from the world and was not yet looked at: filled by device threads, emptied by the run loop.
///
/// Arrivals leave in the order of their instants, and their instants never go backwards: one that was stamped before
/// another but posted after that one was taken is given the later instant, which differs by the time that a thread
/// needs from its clock to its post.
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
    private let gate = Gate()
    /// How many arrivals may wait; the next one becomes a fault, and what follows is lost until some are taken.
    public let bound: Int

    public init(bound: Int = 65_536) {
        precondition(bound > 0, "a mailbox holds at least one arrival")
        self.bound = bound
    }

    /// Adds an arrival; from any thread. Never waits.
    public func post(_ inbound: Inbound, at instant: Instant) {
        contents.withLock { contents in
            if contents.count >= bound {
                guard !contents.overflowed else { return }
                contents.overflowed = true
                contents.insert(Arrival(.fault(inbound.link, overflow), at: instant))
            } else {
                contents.insert(Arrival(inbound, at: instant))
            }
        }
        gate.bump()
    }

    /// Waits for the next arrival stamped up to `deadline`; from one thread only.
    ///
    /// An arrival stamped after the deadline stays where it is: the deadline came first.
    public func take(until deadline: Instant, clock: MonotonicClock) -> Reception {
        while true {
            let count = gate.count
            if interrupted.exchange(false, ordering: .acquiringAndReleasing) { return .interrupted }
            switch contents.withLock({ $0.next(until: deadline) }) {
            case .arrival(let arrival): return .arrival(arrival)
            case .tooLate: return .deadline
            case .empty: if clock.now >= deadline { return .deadline }
            }
            gate.wait(while: count, until: deadline, clock: clock)
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
