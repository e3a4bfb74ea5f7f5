public import Ground
public import NDEF
public import TagRouting

/// An event between a tag's entry into the field and the delivery of its content to an app.
public enum TagEvent: Hashable, Codable, Sendable {
    // The reader.
    /// The reader is ready; the text describes it.
    case readerReady(name: String)
    /// The reader is gone; the text gives the reason. The rig keeps reopening it until it is back.
    case readerLost(reason: String)
    case readerBack(name: String, after: Lapse)

    // Whether the phone looks for tags at all.
    case readingOff(reason: IgnoredReason)
    case readingOn

    // The tag.
    case detected(tag: TagIdentity)
    /// More than one tag is in the field; the first was reported as detected.
    case several(tags: [TagIdentity])
    /// The tag was read with this many commands.
    case read(contents: TagContents, commands: Int)
    /// The tag could not be read; the reason is a sentence without a full stop.
    case unreadable(reason: String)
    /// The tag left the field half read, which is not its fault; the reason has the same form.
    case tornAway(reason: String)
    case routed(decision: RouteDecision)
    /// The content of a tag that is only inspected, where a phone would go with it, and the findings about it.
    case inspected(facts: TagFacts, contents: TagContents, decision: RouteDecision, findings: [Finding])
    case gone
    /// A finding about the tag's content, not about the rig.
    case finding(finding: Finding)

    /// A tag is held to a phone that does not read tags.
    case ignored(reason: IgnoredReason)

    // The notification.
    /// A notification is shown; its user can tap it (B3, B4). Notifications are numbered from 1.
    case notified(destination: RouteTarget, number: Int)
    /// A banner reports that the tag holds nothing usable; tapping it leads nowhere (B15, unverified).
    case banner
    /// The user did not tap the notification; it stays in the list (B6).
    case leftAlone(destination: RouteTarget, number: Int)
    case tapped(destination: RouteTarget)
    /// The phone is locked, and asks to be unlocked first (B5).
    case unlockAsked(number: Int)
    case unlocked
    /// Nothing is delivered, and the notification stays.
    case unlockFailed(number: Int)
    /// An app, or the browser, received the tag's content through the notification with this number; nil if a link
    /// was followed.
    case delivered(input: AppInput, to: RouteTarget, by: Int?)
    /// There was no notification to tap.
    case nothingToTap
    /// The list of notifications was full, and the oldest was removed.
    case dropped(destination: RouteTarget)

    /// A link that did not come from a tag was followed.
    case followed(link: String, decision: RouteDecision)
}

extension TagEvent {
    /// The time for which the rig waits for a lost reader.
    public static let readerPatience = Lapse.seconds(4)
}

extension AppInput {
    public var url: LinkURL {
        switch self {
        case .activity(let activity): activity.webpageURL
        case .url(let url), .unhandled(let url): url
        }
    }

    /// The form in which the app receives the link.
    public var form: DeliveryForm {
        switch self {
        case .activity: .browsingWeb
        case .url: .url
        case .unhandled: .nothing
        }
    }
}

extension BrowsingActivity {
    /// The records of its message; empty if it is not a message.
    public var records: [NDEFRecord] { (try? NDEFMessage(decoding: ndefMessagePayload))?.records ?? [] }
}
