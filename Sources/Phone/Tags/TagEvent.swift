public import Ground
public import Links
public import NDEF
public import TagRouting

/// What happens between a tag coming into the field and an app being opened.
public enum TagEvent: Hashable, Sendable {
    /// The reader is ready; the text says what it is.
    case readerReady(String)
    case detected(Links.TagIdentity)
    case read(TagContents)
    /// The tag could not be read; as a sentence without its full stop.
    case unreadable(String)
    case routed(RouteDecision)
    case gone
    /// Something about the tag's content; says nothing about the rig.
    case finding(Finding)
}
