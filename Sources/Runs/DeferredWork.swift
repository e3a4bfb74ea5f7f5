/// Work that nobody waits for: it is done in its order, when nothing is to be answered.
///
/// A journal's line takes longer to encode than an accessory's message takes to answer. On a live bench the report, the
/// journal and the trace get what happened when the run loop has been idle for a moment; in virtual time at once.
public final class DeferredWork {
    /// How much may wait; what comes then is done at once, with all that waits.
    public static let bound = 4096

    private let isDeferring: Bool
    private var waiting: [() -> Void] = []
    /// The first of those that wait which is not done yet.
    private var next = 0

    /// Without `isDeferring` everything is done as it comes.
    public init(isDeferring: Bool) { self.isDeferring = isDeferring }

    /// Does the work later, in its turn.
    public func add(_ work: @escaping () -> Void) {
        guard isDeferring else { return work() }
        waiting.append(work)
        if waiting.count - next >= Self.bound { perform() }
    }

    /// Whether nothing waits.
    public var isEmpty: Bool { next == waiting.count }

    /// Does all that waits.
    public func perform() { perform { false } }

    /// Does what waits, one after the other, until `isEnough` after one of them. Whether all is done.
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
