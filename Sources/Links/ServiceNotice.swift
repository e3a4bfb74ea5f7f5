/// A DNS-SD event of the search for an accessory that is identified by its service.
public enum ServiceNotice: Hashable, Codable, Sendable {
    /// The search began; with a name, only that instance is sought.
    case searched(type: String, name: String?)
    /// An instance of the type was found, whether or not it is the one sought.
    case found(name: String)
    case vanished(name: String)
    /// The addresses of the instance, as `192.0.2.7:4711`.
    case resolved(name: String, addresses: [String])
    /// The instance is announced, but no host answers for it.
    case unresolved(name: String)
}
