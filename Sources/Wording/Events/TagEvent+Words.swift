import Ground
import NDEF
import TagRouting
import Vocabulary

extension TagEvent {
    /// The event as a sentence without a full stop.
    var words: String {
        switch self {
        case .readerReady(let what): what
        case .readerLost(let why):
            "the reader is gone: \(why); waiting for it, up to \(TagEvent.readerPatience)"
        case .readerBack(let what, let span): "\(what), after \(span)"
        case .readingOff(let reason): reason.text
        case .readingOn: "the phone looks for tags again"
        case .detected(let identity):
            "tag \(identity.uid.hex(separator: ":")), SAK \(identity.sak.hexadecimal)"
        case .several(let identities):
            identities.map { $0.uid.hex(separator: ":") }.joined(separator: ", ")
        case .read(let contents, let commands):
            "\(contents.platform), NDEF message of \(contents.message?.count ?? 0) bytes, in \(commands) commands"
        case .unreadable(let reason), .tornAway(let reason): reason
        case .routed(let decision): decision.text
        case .inspected(let facts, _, let decision, _):
            "\(facts.platform); a phone would go to \(decision.text)"
        case .ignored(let reason): reason.text
        case .gone: "the tag left the field"
        case .finding(let finding): "\(finding.weight.rawValue): \(finding)"
        case .notified(let destination, _): "a notification that leads to \(destination)"
        case .banner: "a banner that the tag has nothing usable (B15, unverified)"
        case .leftAlone(let destination, _):
            "the notification that leads to \(destination) stays in the list (B6)"
        case .tapped(let destination): "the notification that leads to \(destination)"
        case .unlockAsked: "the phone is locked, and asks to be unlocked first (B5)"
        case .unlocked: "the phone was unlocked"
        case .unlockFailed: "nothing is delivered, and the notification stays"
        case .delivered(let input, let destination, _): "\(destination), with \(input.text)"
        case .nothingToTap: "there is no notification"
        case .dropped(let destination):
            "too many notifications: the one that leads to \(destination) was dropped"
        case .followed(let url, let decision): "the link \(url.escapedForDisplay): \(decision.text)"
        }
    }
}

extension AppInput {
    /// The delivered message in words.
    fileprivate var text: String {
        switch self {
        case .activity(let activity) where activity.cameFromTag:
            "the tag's message of \(counted(activity.records.count, "record")) in \(BrowsingActivity.activityType)"
                + activity.contents
        case .activity: "the empty message in \(BrowsingActivity.activityType): it came from no tag"
        case .url: "no message: only the URL"
        case .unhandled: "nothing: the app has no handler for \(BrowsingActivity.activityType)"
        }
    }
}

extension BrowsingActivity {
    /// The first records with TNF, type and id.
    fileprivate var contents: String {
        let shown = records.prefix(4).map { record in
            let text = String(strictUTF8: record.identifier)?.escapedForDisplay ?? record.identifier.hex
            let id = record.identifier.isEmpty ? "" : ", id \(text)"
            return "\(record) (tnf \(record.typeNameFormat.rawValue), type \(record.typeName)\(id))"
        }
        return ": " + shown.joined(separator: ", ") + (records.count > shown.count ? ", …" : "")
    }
}
