import Links
import Recordings

/// A selection of a recording's arrivals, by their indices among all of them.
struct Arrivals {
    /// The indices of the arrivals in memory.
    let held: PlaceSet
    private let events: [TraceEvent]

    /// Reads all arrivals of a recording, up to the first gap.
    init(in recording: TraceStream) {
        var events: [TraceEvent] = []
        reading: for event in recording {
            switch event {
            case .gap: break reading
            case .received: events.append(event)
            case .began, .waited, .stoodStill, .interrupted, .sent, .clock, .journal, .kernel, .ended: continue
            }
        }
        self.init(events, held: PlaceSet(all: events.count))
    }

    private init(_ events: [TraceEvent], held: PlaceSet) {
        self.events = events
        self.held = held
    }

    /// Returns only the given arrivals, all of which must be held.
    func only(_ places: PlaceSet) -> TraceStream {
        let (all, held) = (events, held)
        return TraceStream {
            var events = all.makeIterator()
            var next = 0
            return AnyIterator {
                while places.next(from: next) != nil, let event = events.next(), let place = held.next(from: next) {
                    next = place + 1
                    if places.contains(place) { return event }
                }
                return nil
            }
        }
    }

    /// Returns a selection that holds nothing but the given arrivals, so that later passes read no more than these.
    func keeping(_ places: PlaceSet) -> Arrivals { Arrivals(Array(only(places)), held: places) }

    /// Returns the given arrivals with their numbers in the recording.
    func numbered(_ places: PlaceSet) -> [Divergence.Arrived] {
        only(places).compactMap { event in
            guard case .received(let arrival, _, let number) = event else { return nil }
            return Divergence.Arrived(arrival: arrival, number: number)
        }
    }
}
