public import Ground
public import NDEF
public import TagRouting

/// What happens from a tag coming into the field until an app has what it says.
public enum TagEvent: Hashable, Codable, Sendable {
    // The reader.
    /// The reader is ready; the text says what it is.
    case readerReady(name: String)
    /// The reader is gone; the text says how. It is opened again until it comes back.
    case readerLost(reason: String)
    case readerBack(name: String, after: Span)

    // Whether the phone looks for tags at all.
    case readingOff(reason: IgnoredReason)
    case readingOn

    // The tag.
    case detected(tag: TagIdentity)
    /// More than one tag is in the field; the first was told as detected.
    case several(tags: [TagIdentity])
    /// The tag was read with so many commands.
    case read(contents: TagContents, commands: Int)
    /// The tag could not be read; as a sentence without its full stop.
    case unreadable(reason: String)
    /// The tag was not in the field any more when it was half read, which says nothing against it; in the same words.
    case tornAway(reason: String)
    case routed(decision: RouteDecision)
    /// What is on a tag that is only looked at, where a phone would go with it, and what was found about it.
    case inspected(facts: TagFacts, contents: TagContents, decision: RouteDecision, findings: [Finding])
    case gone
    /// Something about the tag's content; says nothing about the rig.
    case finding(finding: Finding)

    /// A tag is held to a phone that reads none.
    case ignored(reason: IgnoredReason)

    // The notification.
    /// A notification is shown; its user can tap it (B3, B4). Notifications are numbered from 1 on.
    case notified(destination: RouteTarget, number: Int)
    /// A banner says that the tag holds nothing usable; it leads nowhere (B15, unverified).
    case banner
    /// The notification's user did not tap it: it stays in the list (B6).
    case leftAlone(destination: RouteTarget, number: Int)
    case tapped(destination: RouteTarget)
    /// The phone is locked, and asks to be unlocked first (B5).
    case unlockAsked(number: Int)
    case unlocked
    /// Nothing is delivered, and the notification stays.
    case unlockFailed(number: Int)
    /// An app, or the browser, got what the tag says, by the notification of that number; by none from a link that was
    /// followed.
    case delivered(input: AppInput, to: RouteTarget, by: Int?)
    /// There was no notification to tap.
    case nothingToTap
    /// The list of notifications was full, and its oldest went.
    case dropped(destination: RouteTarget)

    /// A link was followed that did not come from a tag.
    case followed(link: String, decision: RouteDecision)
}

extension TagEvent {
    /// How long a reader that is lost is waited for.
    public static let readerPatience = Span.seconds(4)
}

extension AppInput {
    /// The link.
    public var url: LinkURL {
        switch self {
        case .activity(let activity): activity.webpageURL
        case .url(let url), .unhandled(let url): url
        }
    }

    /// In what form the app gets the link.
    public var form: DeliveryForm {
        switch self {
        case .activity: .browsingWeb
        case .url: .url
        case .unhandled: .nothing
        }
    }
}

extension BrowsingActivity {
    /// The records of its message; none when it is not a message.
    public var records: [NDEFRecord] { (try? NDEFMessage(decoding: ndefMessagePayload))?.records ?? [] }
}
