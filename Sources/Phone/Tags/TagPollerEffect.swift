public import Ground
public import Links

/// What the tag desk wants done, or tells.
public enum TagPollerEffect: Hashable, Sendable {
    case request(ReaderRequest)
    case event(TagEvent)
    /// About the reader.
    case finding(Finding)
    case fault(RigFault)
}
