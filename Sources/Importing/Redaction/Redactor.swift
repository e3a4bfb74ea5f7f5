import Ground
import LinkKinds
import Links
public import Recordings
import Traces

/// Replaces what a trace should not tell strangers, event by event, so that it can be shared.
///
/// Addresses, names, keys, session ids, vectors, tag contents and all values that are not known to be harmless are
/// replaced: the same by the same within one trace, with the same length, by numbers in the order of meeting them. Once
/// 16 MiB are known, what is new becomes zeros. Packets that somebody else saw are left out, because they have such
/// things in places that are not looked at; notes keep their kind alone. Instants, the scenario's and the rig's
/// identifiers, and the verdict stay.
public struct Redactor: Sendable {
    private static let hidden = "redacted"

    private var redaction = Redaction()

    public init() {}

    /// The event as it may be shared; nil for one that is left out.
    public mutating func receive(_ event: TraceEvent) -> TraceEvent? {
        switch event {
        case .began(var header):
            header.accessories = header.accessories.map { redaction.name($0) }
            header.scenarioText = ""
            header.rigText = ""
            header.channels = redaction.learn(header.channels)
            return .began(header)
        case .received(let arrival, let now, let number):
            return .received(Arrival(redaction.redact(arrival.inbound), at: arrival.instant), now: now, number: number)
        case .sent(let outbound, let instant, let number):
            return .sent(redaction.redact(outbound), at: instant, number: number)
        case .journal(let note):
            return .journal(TraceNote(note.kind, at: note.instant, text: Self.hidden, line: []))
        case .kernel: return nil
        case .gap: return .gap("something is missing here")
        case .ended(let verdict, let reason): return .ended(verdict: verdict, reason: reason.map { _ in Self.hidden })
        case .waited, .clock, .stoodStill, .interrupted: return event
        }
    }
}
