import Ground
import Links
import Recordings
import Views

/// Describes the meaning of a trace's frames for replays and reductions.
struct ReplayMeaning<Events: Sequence<TraceEvent>> {
    private let events: Events

    init(_ events: Events) { self.events = events }

    /// Describes a divergence with its frames by meaning, which depends on the frames before.
    func text(of divergence: Divergence) -> String {
        var decoder = MeaningDecoder()
        var arrived: String?
        for event in events {
            guard !Self.isBeyond(event, divergence) else { break }
            let meaning = Self.meaning(of: event, &decoder)
            if case .received(_, _, let number) = event, number == divergence.after?.number { arrived = meaning }
        }
        let before = decoder
        return divergence.text(
            outbound: { outbound in
                var decoder = before
                return decoder.meaning(of: outbound, at: divergence.instant).text
            },
            inbound: { arrived ?? Divergence.words(for: $0) })
    }

    /// Describes a live difference with its frames by meaning; `live` is the traffic on the live bench.
    func text(of difference: LiveDifference, live: some Sequence<TraceEvent>) -> String {
        let recorded = Self.decoder(before: difference.frame, of: events)
        let there = Self.decoder(before: difference.liveFrame, of: live)
        return difference.text(
            outbound: { outbound in
                var decoder = recorded
                return decoder.meaning(of: outbound, at: difference.instant).text
            },
            then: { inbound in
                var decoder = recorded.betweenMessages(on: inbound.link)
                return decoder.meaning(of: inbound, at: difference.instant).text
            },
            now: { inbound in
                var decoder = there.betweenMessages(on: inbound.link)
                return decoder.meaning(of: inbound, at: difference.instant).text
            })
    }

    /// Returns a decoder with the state reached just before the frame with the given number.
    private static func decoder(before number: Int, of events: some Sequence<TraceEvent>) -> MeaningDecoder {
        var decoder = MeaningDecoder()
        for event in events {
            switch event {
            case .received(_, _, let frame) where frame >= number: return decoder
            case .sent(_, _, let frame) where frame >= number: return decoder
            default: _ = meaning(of: event, &decoder)
            }
        }
        return decoder
    }

    /// The meaning of each arrival, in order.
    var arrivals: some Sequence<String> {
        var decoder = MeaningDecoder()
        var events = events.makeIterator()
        return AnyIterator {
            while let event = events.next() {
                let meaning = Self.meaning(of: event, &decoder)
                if case .received = event { return meaning }
            }
            return nil
        }
    }

    /// Whether the event is the frame that differs, or comes after it.
    private static func isBeyond(_ event: TraceEvent, _ divergence: Divergence) -> Bool {
        switch (event, divergence.kind) {
        case (.sent(_, _, let number), .sent), (.sent(_, _, let number), .notSent): number >= divergence.frame
        case (.sent(_, _, let number), _), (.received(_, _, let number), _): number > divergence.frame
        default: false
        }
    }

    private static func meaning(of event: TraceEvent, _ decoder: inout MeaningDecoder) -> String? {
        switch event {
        case .received(let arrival, _, _): return decoder.meaning(of: arrival.inbound, at: arrival.instant).text
        case .sent(let outbound, let instant, _): return decoder.meaning(of: outbound, at: instant).text
        case .began(let header):
            decoder.learn(header)
            return nil
        case .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: return nil
        }
    }
}
