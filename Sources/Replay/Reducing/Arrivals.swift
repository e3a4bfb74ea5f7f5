import Links
import Recordings

/// Some of the arrivals of a recording: a stream in which they all are, and which of those they are.
///
/// Nothing of them is in memory but a bit and a number for each that the recording has.
struct Arrivals {
    /// Which of the recording's arrivals the stream has.
    let held: PlaceSet
    private let stream: TraceStream
    /// The recording's number of each of its arrivals.
    private let numbers: [UInt32]

    /// All that arrived in a recording, where it has them.
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

    /// These of them; `places` has none that is not held.
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

    /// These of them with the recording's numbers, as they lie here.
    func numbered(_ places: PlaceSet) -> ReducedArrivals {
        ReducedArrivals(only(places), places: places, numbers: numbers)
    }

    /// The same with these alone in the hands of a storage, so that no more than they are gone through.
    ///
    /// They are numbered anew, for there is no trace with numbers left out.
    func moved(_ places: PlaceSet, of header: TraceHeader, to storage: any EventKeeping) -> Arrivals {
        storage.record(.began(header))
        var number = 0
        for case .received(let arrival, let now, _) in only(places) {
            number += 1
            storage.record(.received(arrival, now: now, number: number))
        }
        return Arrivals(storage.kept(), held: places, numbers: numbers)
    }

    /// What arrived in a stream, up to where something is missing.
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
