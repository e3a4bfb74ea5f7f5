public import Ground

/// What the phone asks of the network's service discovery (network fact sheet, section 8.1).
public enum DiscoveryRequest: Hashable, Codable, Sendable {
    /// Make a companion's agent known under the name that pickers show, and listen for screens; or, again, with another
    /// record.
    ///
    /// The strings are those of its TXT record without the pin, which the bench adds, each without its length.
    /// Answered by `published`.
    case publish(CompanionName, shownAs: String, strings: [String])
    /// Take it off the network and end what came to it. Answered by `withdrawn`.
    case withdraw(CompanionName)
    /// Show new connections to the agent a certificate that is not the one of its pin, or the right one again. Not
    /// answered.
    case impersonate(CompanionName, Bool)
}

/// What becomes of services on the network.
public enum DiscoveryEvent: Hashable, Codable, Sendable {
    /// Screens can find the companion under this name, which is another one where its own was taken.
    case published(CompanionName, as: String, pin: String)
    case withdrawn(CompanionName)
}
