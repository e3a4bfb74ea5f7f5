import Recordings

/// Goes once through what a trace has of one kind, up to where something is missing in it.
struct ReplayCursor<Item> {
    private let events: AnyIterator<TraceEvent>
    private let item: (TraceEvent) -> Item?
    /// What comes next; nil at the end.
    private(set) var next: Item?

    init(_ events: AnyIterator<TraceEvent>, _ item: @escaping (TraceEvent) -> Item?) {
        self.events = events
        self.item = item
        advance()
    }

    /// Leaves the next one behind.
    mutating func advance() {
        while let event = events.next() {
            if case .gap = event { break }
            guard let item = item(event) else { continue }
            next = item
            return
        }
        next = nil
    }
}
