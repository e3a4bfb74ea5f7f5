import Ground
import Journal
public import Links
import Recordings
import Wording

extension Divergence {
    /// One sentence, without a full stop, that names the frame, its meaning and the last arrival; safe to print.
    ///
    /// The two closures describe a frame's meaning; by default they give its kind and bytes.
    public func text(
        outbound: (Outbound) -> String = Self.words(for:), inbound: (Inbound) -> String = Self.words(for:)
    ) -> String {
        Sentence.about(Sentence.frame(frame, at: instant), what(outbound))
            .and(
                after.map {
                    let arrived = $0.arrival.inbound
                    return .lastArrival($0.number, .frame(on: arrived.link, inbound(arrived)))
                }
            ).description
    }

    private func what(_ meaning: (Outbound) -> String) -> Sentence {
        switch kind {
        case .sent(let now, let then): .phoneSends(told(now, meaning), insteadOf: told(then, meaning))
        case .sentUnrecorded(let now): .phoneAlsoSends(told(now, meaning))
        case .notSent(let then): .phoneDoesNotSend(told(then, meaning))
        case .woke(let now, let then): .wakes(at: now, insteadOf: then)
        case .waits(let now, let then): .waits(until: now, insteadOf: then)
        case .endedEarly: .endedEarly
        case .wentOn: .wentOn
        case .noted(let now, let then): .noted(now.map { .init($0) }, insteadOf: then.map { .init($0) })
        case .verdict(let now, let then): .verdict(now, insteadOf: then)
        }
    }

    private func told(_ outbound: Outbound, _ meaning: (Outbound) -> String) -> Sentence {
        .frame(on: outbound.link, meaning(outbound))
    }

    /// Describes an outbound frame by its kind and bytes.
    public static func words(for outbound: Outbound) -> String {
        FrameRecord(outbound, number: 0, at: .start).words
    }

    /// Describes an arrival by its kind and bytes.
    public static func words(for inbound: Inbound) -> String {
        if case .fault(_, let fault) = inbound { return "fault: \(fault)".escapedForDisplay }
        return FrameRecord(Arrival(inbound, at: .start), number: 0)?.words ?? ""
    }
}

extension Divergence: CustomStringConvertible {
    public var description: String { text() }
}

extension Sentence.Note {
    fileprivate init(_ note: TraceNote) {
        self.init(note.kind, link: note.link, text: note.text, at: note.instant, line: note.line)
    }
}
