import Ground
import Journal
import Links
import NDEF
import Phone
import TagRouting

extension JournalEvent {
    /// What an event of the tags is to the journal.
    static func note(_ event: TagEvent) -> JournalEvent {
        if case .finding(let finding) = event { return .finding(link: "tag", finding) }
        let (kind, text) = words(for: event)
        return note(.reader, kind, text)
    }

    private static func words(for event: TagEvent) -> (kind: String, text: String) {
        switch event {
        case .readerReady(let what): ("ready", what)
        case .readerLost(let why):
            ("reader lost", "the reader is gone: \(why); it is waited for, up to \(TagCentre.readerPatience)")
        case .readerBack(let what, let span): ("reader back", "\(what), after \(span)")
        case .readingOff(let reason): ("reading off", reason.text)
        case .readingOn: ("reading on", "the phone looks for tags again")
        case .detected(let identity):
            ("detected", "tag \(identity.uid.hex(separator: ":")), SAK \(identity.sak.hexadecimal)")
        case .several(let identities):
            ("several tags", identities.map { $0.uid.hex(separator: ":") }.joined(separator: ", "))
        case .read(let contents, let commands):
            (
                "read",
                "\(contents.platform), NDEF message of \(contents.message?.count ?? 0) bytes, in \(commands) commands"
            )
        case .unreadable(let reason), .tornAway(let reason): ("unreadable", reason)
        case .routed(let decision): ("routed", decision.text)
        case .inspected(let facts, _, let decision, _):
            ("inspected", "\(facts.platform); a phone would go to \(decision.text)")
        case .gone: ("gone", "the tag left the field")
        case .finding(let finding): ("finding", "\(finding)")
        case .notified(let destination, _): ("notified", "a notification that leads to \(destination)")
        case .banner: ("notified", "a banner that the tag holds nothing usable (B15, unverified)")
        case .leftAlone(let destination, _):
            ("left alone", "the notification that leads to \(destination) stays in the list (B6)")
        case .tapped(let destination): ("tapped", "the notification that leads to \(destination)")
        case .unlockAsked: ("unlock", "the phone is locked, and asks to be unlocked first (B5)")
        case .unlocked: ("unlocked", "the phone was unlocked")
        case .unlockFailed: ("unlock failed", "nothing is delivered, and the notification stays")
        case .delivered(let input, let destination, _): ("delivered", "\(destination), with \(input.text)")
        case .nothingToTap: ("nothing to tap", "there is no notification")
        case .dropped(let destination):
            ("dropped", "too many notifications: the one that leads to \(destination) went")
        case .followed(let url, let decision): ("followed", "the link \(url.escapedForDisplay): \(decision.text)")
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
