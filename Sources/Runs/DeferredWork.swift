/// Deferred work, performed in order while the run loop is idle.
///
/// Encoding a journal line takes longer than an accessory takes to answer. On a live bench the report, the journal and
/// the trace are therefore written when the run loop has been idle for a moment; in virtual time immediately.
public final class DeferredWork {
    /// The maximum number of waiting items; adding one more performs them all.
    public static let bound = 4096

    private let isDeferring: Bool
    private var waiting: [() -> Void] = []
    /// The index of the first waiting item.
    private var next = 0

    /// Creates a queue; without `isDeferring`, work is performed immediately.
    public init(isDeferring: Bool) { self.isDeferring = isDeferring }

    /// Defers the work.
    public func add(_ work: @escaping () -> Void) {
        guard isDeferring else { return work() }
        waiting.append(work)
        if waiting.count - next >= Self.bound { perform() }
    }

    /// Whether no work is waiting.
    public var isEmpty: Bool { next == waiting.count }

    /// Performs all waiting work.
    public func perform() { perform { false } }

    /// Performs waiting work until `isEnough` returns true after an item. Returns whether all of it is done.
    @discardableResult public func perform(until isEnough: () -> Bool) -> Bool {
        while next < waiting.count {
            let work = waiting[next]
            next += 1
            work()
            if next < waiting.count, isEnough() { return false }
        }
        waiting.removeAll(keepingCapacity: true)
        next = 0
        return true
    }
}
