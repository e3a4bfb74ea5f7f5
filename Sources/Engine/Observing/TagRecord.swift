import Ground
import Links
import Phone
import ScenarioKit
import TagRouting

/// The director's record of tags, reader and notifications across all steps.
struct TagRecord: Sendable {
    /// The reason why the phone is not looking for tags; nil while it is.
    private(set) var notReading: IgnoredReason?
    /// The reason why the reader is away; nil while it is present.
    private(set) var outage: String?
    /// The tags that the stage holds to the reader, in the order of arrival.
    private(set) var field: [TagName] = []
    /// Whether the phone is aware of a tag in the field.
    private(set) var hasGuest = false
    /// The tag that the stage presented last, with the instant, until the phone detects one or it is removed.
    private(set) var unseen: (tag: TagName, since: Instant)?
    /// The last decision about a tag or a link.
    private(set) var decision: RouteDecision?

    mutating func note(_ event: TagEvent) {
        if case .readingOff(let reason) = event { (notReading, hasGuest, decision) = (reason, false, nil) }
        if case .readingOn = event { notReading = nil }
        if case .readerLost(let why) = event { outage = why }
        if case .readerBack = event { outage = nil }
        if case .detected = event { (hasGuest, unseen) = (true, nil) }
        if case .several = event { unseen = nil }
        if case .gone = event { hasGuest = false }
        if case .routed(let decision) = event { self.decision = decision }
        if case .followed(_, let decision) = event { self.decision = decision }
        if case .inspected(_, _, let decision, _) = event { self.decision = decision }
    }

    mutating func note(_ event: StageEvent, at now: Instant) {
        switch event {
        case .presented(let tag):
            if !field.contains(tag) { field.append(tag) }
            unseen = (tag, now)
        case .removed(let tag):
            field.removeAll { $0 == tag }
            if unseen?.tag == tag { unseen = nil }
        case .arrived, .placed, .readBack, .powered, .radio, .turned, .acted: break
        }
    }

    /// Whether the phone can notice events in the field.
    var isWatching: Bool { notReading == nil && outage == nil }
}
