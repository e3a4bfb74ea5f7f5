import Recordings

/// Iterates over a trace's items of one kind, up to the first gap.
struct ReplayCursor<Item> {
    private let events: AnyIterator<TraceEvent>
    private let item: (TraceEvent) -> Item?
    /// The next item; nil at the end.
    private(set) var next: Item?

    init(_ events: AnyIterator<TraceEvent>, _ item: @escaping (TraceEvent) -> Item?) {
        self.events = events
        self.item = item
        advance()
    }

    /// Advances past the next item.
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
