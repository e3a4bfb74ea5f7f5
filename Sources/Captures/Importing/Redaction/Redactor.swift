import Ground
import Links
public import Recordings
import Traces

/// Replaces confidential content of a trace, event by event, so that it can be shared.
///
/// Addresses, names, keys, session ids, vectors, tag contents and all values that are not known to be harmless are
/// replaced: equal values by equal ones within one trace, with the same length, by numbers in order of first
/// occurrence. Once 16 MiB are known, new values become zeros. Packets captured elsewhere are left out, because they
/// may have such content in places that are not checked; notes keep only their kind. Instants, the identifiers of
/// scenario and rig, and the verdict are kept.
public struct Redactor: Sendable {
    private static let hidden = "redacted"

    private var redaction = Redaction()

    public init() {}

    /// The event in a form that may be shared; nil if it is left out.
    public mutating func receive(_ event: TraceEvent) -> TraceEvent? {
        switch event {
        case .began(var header):
            header.accessories = header.accessories.map { redaction.name($0) }
            header.scenarioText = ""
            header.rigText = ""
            header.channels = redaction.learn(header.channels)
            header.handles = Dictionary(
                header.handles.map { (redaction.name($0.key), $0.value) }, uniquingKeysWith: { first, _ in first })
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
