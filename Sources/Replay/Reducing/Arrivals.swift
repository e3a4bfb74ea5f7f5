import Links
import Recordings

/// A selection of a recording's arrivals: a stream that holds them, and their indices.
///
/// Memory holds only one bit and one number for each of the recording's arrivals.
struct Arrivals {
    /// The indices of the recording's arrivals that the stream holds.
    let held: PlaceSet
    private let stream: TraceStream
    /// The frame number in the recording of each of its arrivals.
    private let numbers: [UInt32]

    /// Selects all arrivals of a recording, read in place.
    init(in recording: TraceStream) {
        stream = recording
        var numbers: [UInt32] = []
        for case .received(_, _, let number) in Self.arrivals(of: recording) {
            numbers.append(UInt32(clamping: number))
        }
        self.numbers = numbers
        held = PlaceSet(all: numbers.count)
    }

    private init(_ stream: TraceStream, held: PlaceSet, numbers: [UInt32]) {
        self.stream = stream
        self.held = held
        self.numbers = numbers
    }

    /// Returns only the given arrivals, all of which must be held.
    func only(_ places: PlaceSet) -> TraceStream {
        let (stream, held) = (stream, held)
        return TraceStream {
            let events = Self.arrivals(of: stream).makeIterator()
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

    /// Returns the given arrivals with their numbers in the recording.
    func numbered(_ places: PlaceSet) -> ReducedArrivals {
        ReducedArrivals(only(places), places: places, numbers: numbers)
    }

    /// Copies the given arrivals alone to a storage, so that later passes read no more than these.
    ///
    /// They are renumbered, because a trace has no gaps in its numbers.
    func moved(_ places: PlaceSet, of header: TraceHeader, to storage: any EventKeeping) -> Arrivals {
        storage.record(.began(header))
        var number = 0
        for case .received(let arrival, let now, _) in only(places) {
            number += 1
            storage.record(.received(arrival, now: now, number: number))
        }
        return Arrivals(storage.kept(), held: places, numbers: numbers)
    }

    /// The arrivals in a stream, up to the first gap.
    private static func arrivals(of stream: TraceStream) -> AnySequence<TraceEvent> {
        AnySequence { () -> AnyIterator<TraceEvent> in
            let events = stream.makeIterator()
            return AnyIterator {
                while let event = events.next() {
                    switch event {
                    case .gap: return nil
                    case .received: return event
                    case .began, .waited, .stoodStill, .interrupted, .sent, .clock, .journal, .kernel, .ended: continue
                    }
                }
                return nil
            }
        }
    }
}
