import Ground
import Synchronization

/// Passes items from one thread to another in order; whichever is ahead waits.
///
/// One thread puts and one takes. They agree on how to mark the last item.
public final class BoundedQueue<Item: Sendable>: Sendable {
    private struct Contents {
        /// The items in the order in which they were put.
        var waiting: [Item] = []
        var returned: [Item] = []
        /// Whether the consumer has stopped taking items.
        var isAbandoned = false
    }

    private let contents = Mutex(Contents())
    /// Incremented on every change that a thread may be waiting for.
    private let gate = WakeCounter()
    private let clock = MonotonicClock()
    /// The maximum number of waiting items.
    private let bound: Int

    public init(bound: Int) {
        precondition(bound > 0, "a queue holds at least one item")
        self.bound = bound
    }

    /// Adds an item as soon as there is room for it; returns false if the consumer has stopped.
    public func put(_ item: Item) -> Bool {
        while true {
            let count = gate.count
            // Returned items are destroyed here, not while the lock is held.
            let (isTaken, _): (Bool?, [Item]) = contents.withLock { contents in
                let returned = contents.returned
                contents.returned = []
                if contents.isAbandoned { return (false, returned) }
                guard contents.waiting.count < bound else { return (nil, returned) }
                contents.waiting.append(item)
                return (true, returned)
            }
            if let isTaken {
                if isTaken { gate.bump() }
                return isTaken
            }
            gate.wait(while: count, until: .never, clock: clock)
        }
    }

    /// Takes the next item, waiting for it if there is none.
    public func take() -> Item {
        while true {
            let count = gate.count
            let item = contents.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            if let item {
                gate.bump()
                return item
            }
            gate.wait(while: count, until: .never, clock: clock)
        }
    }

    /// Returns a finished item, so that its memory is freed by the thread that allocated it.
    ///
    /// Memory that one thread allocates and another frees makes both wait for the same lock.
    public func giveBack(_ item: consuming Item) {
        // No reference to it is held here once the lock is released.
        var item: Item? = consume item
        contents.withLock { contents in
            if let item = item.take() { contents.returned.append(item) }
        }
    }

    /// Stops taking items, so that the producer no longer waits for room.
    public func abandon() {
        contents.withLock { contents in
            contents.isAbandoned = true
            contents.waiting = []
        }
        gate.bump()
    }
}
