import Ground
import Journal
import LinkKinds
public import Links
import Recordings

extension Divergence {
    /// One sentence that names frame, meaning and what came before, without its full stop; safe to print.
    ///
    /// The two closures say what a frame means; by default they give its kind and its bytes.
    public func text(
        outbound: (Outbound) -> String = Self.words(for:), inbound: (Inbound) -> String = Self.words(for:)
    ) -> String {
        "\(place): \(what(outbound))"
            + (after.map { "; the last arrival was frame \($0.number), \(words($0, inbound))" } ?? "")
    }

    private var place: String { frame > 0 ? "frame \(frame) at \(instant)" : "before the first frame" }

    private func words(_ arrived: Arrived, _ inbound: (Inbound) -> String) -> String {
        "\(arrived.arrival.inbound.link) ".escapedForDisplay + inbound(arrived.arrival.inbound)
    }

    private func what(_ meaning: (Outbound) -> String) -> String {
        switch kind {
        case .sent(let now, let then):
            "the phone sends \(told(now, meaning)), and sent \(told(then, meaning)) in the recording"
        case .sentBesides(let now): "the phone sends \(told(now, meaning)), and sent nothing there in the recording"
        case .notSent(let then): "the phone does not send \(told(then, meaning)), which it sent in the recording"
        case .woke(let now, let then): "the run wakes at \(now.exact), and woke at \(then.exact) in the recording"
        case .waits(let now, let then):
            "the run waits until \(now.exact), and waited until \(then.exact) in the recording"
        case .endedEarly: "the run is at its end, and the recording goes on"
        case .wentOn: "the run goes on, and the recording is at its end"
        case .noted(let now, let then): Self.difference(now, then)
        case .verdict(let now, let then): "the verdict is \(now), and was \(then) in the recording".escapedForDisplay
        }
    }

    private func told(_ outbound: Outbound, _ meaning: (Outbound) -> String) -> String {
        "\(outbound.link) ".escapedForDisplay + meaning(outbound)
    }

    private static func difference(_ now: TraceNote?, _ then: TraceNote?) -> String {
        let words = { (note: TraceNote) in
            (note.link.map { "\($0) " } ?? "") + "\(note.kind): \(note.text)"
        }
        let text =
            switch (now, then) {
            case (let now?, let then?) where words(now) == words(then) && now.instant != then.instant:
                "the journal has \(words(now)) at \(now.instant.exact), and had it at \(then.instant.exact)"
            case (let now?, let then?) where words(now) == words(then):
                "the journal has \(words(now)), with \(excerpt(of: now, besides: then)), "
                    + "and had \(excerpt(of: then, besides: now)) in the recording"
            case (let now?, let then?): "the journal has \(words(now)), and had \(words(then)) in the recording"
            case (let now?, nil): "the journal has \(words(now)), and had nothing there in the recording"
            case (nil, let then?): "the journal does not have \(words(then)), which it had in the recording"
            case (nil, nil): "the journal differs"
            }
        return text.escapedForDisplay
    }

    /// What an entry's line has where it first differs from another one's.
    private static func excerpt(of note: TraceNote, besides other: TraceNote) -> String {
        let same = zip(note.line, other.line).prefix { $0 == $1 }.count
        return String(decoding: note.line.dropFirst(max(0, same - 16)).prefix(40), as: UTF8.self)
    }

    /// A frame as its kind and its bytes.
    public static func words(for outbound: Outbound) -> String {
        FrameRecord(outbound, number: 0, at: .start).words
    }

    /// What arrived as its kind and its bytes.
    public static func words(for inbound: Inbound) -> String {
        if case .fault(_, let fault) = inbound { return "fault: \(fault)".escapedForDisplay }
        return FrameRecord(Arrival(inbound, at: .start), number: 0)?.words ?? ""
    }
}

extension Divergence: CustomStringConvertible {
    public var description: String { text() }
}

extension FrameRecord {
    fileprivate var words: String {
        meaning ?? "\(kind) \(bytes.hex)"
    }
}

extension Instant {
    /// To the nanosecond, for instants that may differ by little.
    fileprivate var exact: String {
        if self == .never { return "something happens" }
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let digits = String(rest.magnitude)
        return "\(seconds).\(String(repeating: "0", count: max(0, 9 - digits.count)))\(digits) s"
    }
}
