public import Links
public import Vocabulary

/// What the phone wants done, in this order.
public enum PhoneEffect: Hashable, Sendable {
    case send(Outbound)
    case event(PhoneEvent)
}
