import Ground
import Links
import Phone
import ScenarioKit
import TagRouting

/// What the director knows of tags, reader and notifications besides the step that is being played.
struct TagRecord: Sendable {
    /// Why the phone looks for no tags; nil while it does.
    private(set) var notReading: IgnoredReason?
    /// Why the reader is gone; nil while it is there.
    private(set) var outage: String?
    /// The tags that the stage holds to the reader, in the order in which they came.
    private(set) var field: [TagName] = []
    /// Whether the phone knows of a tag in the field.
    private(set) var hasGuest = false
    /// What was decided last, about a tag or a link.
    private(set) var decision: RouteDecision?

    mutating func note(_ event: TagEvent) {
        switch event {
        case .readingOff(let reason): (notReading, hasGuest, decision) = (reason, false, nil)
        case .readingOn: notReading = nil
        case .readerLost(let why): outage = why
        case .readerBack: outage = nil
        case .detected: hasGuest = true
        case .gone: hasGuest = false
        case .routed(let decision), .followed(_, let decision), .inspected(_, _, let decision, _):
            self.decision = decision
        case .readerReady, .several, .finding, .read, .unreadable, .tornAway, .notified, .banner, .leftAlone, .tapped,
            .unlockAsked, .unlocked, .unlockFailed, .delivered, .nothingToTap, .dropped, .ignored:
            break
        }
    }

    mutating func note(_ event: StageEvent) {
        switch event {
        case .presented(let tag): if !field.contains(tag) { field.append(tag) }
        case .removed(let tag): field.removeAll { $0 == tag }
        case .arrived, .powered: break
        }
    }

    /// Whether the phone can notice what happens in the field.
    var isWatching: Bool { notReading == nil && outage == nil }
}
