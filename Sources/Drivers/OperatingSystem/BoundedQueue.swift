import Ground
import Synchronization

/// Hands items from one thread to another in order; whoever is ahead waits.
///
/// One thread puts and one takes. Which item is the last one is their agreement.
public final class BoundedQueue<Item: Sendable>: Sendable {
    private struct Contents {
        /// In the order in which they were put.
        var waiting: [Item] = []
        var returned: [Item] = []
        /// Nothing more is taken.
        var isAbandoned = false
    }

    private let contents = Mutex(Contents())
    /// Moves whenever something changes for whoever may wait.
    private let gate = WakeCounter()
    private let clock = MonotonicClock()
    /// How many items may wait.
    private let bound: Int

    public init(bound: Int) {
        precondition(bound > 0, "a queue holds at least one item")
        self.bound = bound
    }

    /// Adds an item as soon as there is room for it; false where nobody takes any more.
    public func put(_ item: Item) -> Bool {
        while true {
            let count = gate.count
            // What was given back ends here, and not while the lock is held.
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

    /// The next item; waits for it where there is none.
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

    /// Gives an item back that is done with, so that its memory is freed where it was made.
    ///
    /// Memory that one thread makes and another frees has them both wait for the same lock.
    public func giveBack(_ item: consuming Item) {
        // Nothing of it is held here once the lock is open again.
        var item: Item? = consume item
        contents.withLock { contents in
            if let item = item.take() { contents.returned.append(item) }
        }
    }

    /// Says that nothing more is taken, so that nobody waits for room.
    public func abandon() {
        contents.withLock { contents in
            contents.isAbandoned = true
            contents.waiting = []
        }
        gate.bump()
    }
}
