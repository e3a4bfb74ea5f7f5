import Ground
import Links
import Phone
import ScenarioKit
import TagRouting
import Vocabulary
import Wording

// Tags, notifications and the reader, as scenarios speak of them.
extension Occurrence {
    /// What an event of the tags is to a scenario.
    static func all(in event: TagEvent) -> [Occurrence] {
        switch event {
        case .detected(let identity): [.tagDetected(uid: identity.uid)]
        case .several(let identities): [.severalTags(identities.count)]
        case .unreadable(let reason), .tornAway(let reason): [.tagUnreadable(reason)]
        case .gone: [.tagGone]
        case .readerLost(let why): [.readerLost(why)]
        case .readerBack: [.readerBack]
        case .routed(let decision): all(decided: decision)
        case .followed(_, let decision): all(decided: decision)
        case .notified(let destination, _): [.notified(destination.named)]
        case .banner: [.notified(.nothing)]
        case .ignored(let reason): all(ignored: reason)
        case .leftAlone: [rule(.b6)]
        case .unlockAsked: [rule(.b5)]
        case .delivered(let input, let destination, _):
            [
                .delivered(to: destination.named, url: input.url.text, records: input.records),
                .opened(destination.named, path: input.url.path),
            ]
        case .readerReady, .readingOff, .readingOn, .read, .inspected, .finding, .tapped, .unlocked, .unlockFailed,
            .nothingToTap, .dropped:
            []
        }
    }

    /// What comes of a tag that is held to a phone that reads none.
    static func all(ignored reason: IgnoredReason) -> [Occurrence] {
        [.decided(by: reason.rule.rawValue, because: nil, reason.text), .opened(.nothing, path: nil)]
    }

    private static func all(decided decision: RouteDecision) -> [Occurrence] {
        let decided = Occurrence.decided(
            by: decision.rule.rawValue, because: decision.cause?.rawValue, decision.text)
        return [decided] + (decision.notifies ? [] : [.opened(.nothing, path: nil)])
    }

    private static func rule(_ rule: RoutingRule) -> Occurrence {
        .decided(
            by: rule.rawValue, because: nil, "\(rule.rawValue): \(rule.statement) (\(rule.evidence.caution))")
    }

    /// Whether this is what an expectation speaks of.
    func matchesTag(_ outcome: Outcome) -> Bool {
        switch (self, outcome) {
        case (.notified(let seen), .notified(let wanted)): wanted == nil || wanted == seen
        case (.delivered(let destination, let url, let records), .delivered(let wanted, let wantedURL, let count)):
            destination == wanted && (wantedURL == nil || wantedURL == url) && (count == nil || count == records)
        case (.decided(let rule, let cause, _), .decided(let wanted)): rule == wanted || cause == wanted
        case (.tagDetected, .tagDetected), (.tagGone, .tagGone), (.tagUnreadable, .tagUnreadable),
            (.severalTags, .severalTags), (.readerLost, .readerLost), (.readerBack, .readerBack):
            true
        default: false
        }
    }

    var tagText: String {
        switch self {
        case .notified(.nothing): "a banner that the tag holds nothing usable"
        case .notified(let destination): "a notification that leads to \(destination)"
        case .delivered(let destination, let url, 0):
            "\(destination) got \(url.escapedForDisplay) with the empty message"
        case .delivered(let destination, let url, let records):
            "\(destination) got \(url.escapedForDisplay) with \(records == 1 ? "1 record" : "\(records) records")"
        case .tagDetected(let uid): "the tag \(uid.hex(separator: ":")) was detected"
        case .tagGone: "the tag was gone"
        case .tagUnreadable(let reason): "the tag could not be read: \(reason)"
        case .decided(_, _, let text): text
        case .severalTags(let count): "\(count) tags in the field"
        case .readerLost(let why): "the reader was lost: \(why)"
        case .readerBack: "the reader came back"
        default: ""
        }
    }

    /// Whether it helps to see why an expectation about a tag was not met.
    func isKin(ofTag outcome: Outcome) -> Bool {
        switch (self, outcome) {
        case (.opened, _), (.delivered, _), (.notified, _), (.tagUnreadable, _):
            outcome.isRouted || matchesTag(outcome)
        case (.decided, .decided): true
        case (.tagDetected, .tagDetected), (.tagDetected, .tagGone), (.tagDetected, .severalTags), (.tagGone, .tagGone),
            (.severalTags, .severalTags), (.readerLost, .readerLost), (.readerLost, .readerBack),
            (.readerBack, .readerBack):
            true
        default: false
        }
    }
}
