public import Links
public import Vocabulary

/// An effect of the phone; effects are performed in order.
public enum PhoneEffect: Hashable, Sendable {
    case send(Outbound)
    case event(PhoneEvent)
}
