public import Ground

/// A request of the phone to the network's service discovery (network.md, section 8.1).
public enum DiscoveryRequest: Hashable, Codable, Sendable {
    /// Publishes a companion's agent under the name that pickers show, and listens for screens; or republishes it
    /// with another record.
    ///
    /// The strings are those of its TXT record without their lengths, and without the pin, which the bench adds.
    /// Answered by `published`.
    case publish(CompanionName, shownAs: String, strings: [String])
    /// Withdraws it from the network and ends its connections. Answered by `withdrawn`.
    case withdraw(CompanionName)
    /// Presents new connections with a certificate that does not match the agent's pin, or with the right one again.
    /// Not answered.
    case impersonate(CompanionName, Bool)
}

/// An event of the network's service discovery.
public enum DiscoveryEvent: Hashable, Codable, Sendable {
    /// Screens can find the companion under this name, which differs from the requested one if that was taken.
    case published(CompanionName, as: String, pin: String)
    case withdrawn(CompanionName)
}
