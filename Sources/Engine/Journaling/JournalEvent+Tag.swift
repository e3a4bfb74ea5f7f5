import Ground
import Journal
import Links
import NDEF
import Phone
import TagRouting

extension JournalEvent {
    /// What an event of the tags is to the journal.
    static func note(_ event: TagEvent) -> JournalEvent {
        switch event {
        case .readerReady(let what): note(.reader, "ready", what)
        case .readerLost(let why): note(.reader, "reader lost", "the reader is gone: \(why)")
        case .readerBack(let what, let span): note(.reader, "reader back", "\(what), after \(span)")
        case .readingOff(let reason): note(.reader, "reading off", reason.text)
        case .readingOn: note(.reader, "reading on", "the phone looks for tags again")
        case .detected(let identity):
            note(.reader, "detected", "tag \(identity.uid.hex(separator: ":")), SAK \(identity.sak.hexadecimal)")
        case .several(let identities):
            note(
                .reader, "several tags",
                "\(identities.count) tags: " + identities.map { $0.uid.hex(separator: ":") }.joined(separator: ", "))
        case .read(let contents, let commands):
            note(
                .reader, "read",
                "\(contents.platform), NDEF message of \(contents.message?.count ?? 0) bytes, in \(commands) commands")
        case .unreadable(let reason): note(.reader, "unreadable", reason)
        case .routed(let decision): note(.reader, "routed", decision.text)
        case .inspected(let facts, _, let decision):
            note(.reader, "inspected", "\(facts.platform); a phone would go to \(decision.text)")
        case .gone: note(.reader, "gone", "the tag left the field")
        case .finding(let finding): .finding(link: "tag", finding)
        case .notified, .banner, .leftAlone, .tapped, .unlockAsked, .unlocked, .unlockFailed, .delivered,
            .nothingToTap, .dropped, .followed:
            notification(event)
        }
    }

    private static func notification(_ event: TagEvent) -> JournalEvent {
        switch event {
        case .notified(let destination): note(.reader, "notified", "a notification that leads to \(destination)")
        case .banner: note(.reader, "notified", "a banner that the tag holds nothing usable (B15, unverified)")
        case .leftAlone(let destination):
            note(.reader, "left alone", "the notification that leads to \(destination) stays in the list (B6)")
        case .tapped(let destination): note(.reader, "tapped", "the notification that leads to \(destination)")
        case .unlockAsked: note(.reader, "unlock", "the phone is locked, and asks to be unlocked first (B5)")
        case .unlocked: note(.reader, "unlocked", "the phone was unlocked")
        case .unlockFailed: note(.reader, "unlock failed", "nothing is delivered, and the notification stays")
        case .delivered(let input, let destination): note(.reader, "delivered", "\(destination), with \(input.text)")
        case .nothingToTap: note(.reader, "nothing to tap", "there is no notification")
        case .dropped(let destination):
            note(.reader, "dropped", "too many notifications: the one that leads to \(destination) went")
        case .followed(let url, let decision):
            note(.reader, "followed", "the link \(url.escapedForDisplay): \(decision.text)")
        default: note(.reader, "tag", "")
        }
    }
}

extension JournalEvent {
    /// A tag is held to a phone that reads none.
    static func note(ignored reason: IgnoredReason) -> JournalEvent { note(.reader, "ignored", reason.text) }
}

private func count(_ records: Int) -> String { records == 1 ? "1 record" : "\(records) records" }

extension AppInput {
    /// What came along, in words.
    fileprivate var text: String {
        switch self {
        case .activity(let activity) where activity.cameFromTag:
            "the tag's message of \(count(records)) in \(BrowsingActivity.activityType)"
        case .activity: "the empty message in \(BrowsingActivity.activityType): it came from no tag"
        case .url: "no message: the URL alone"
        }
    }
}
