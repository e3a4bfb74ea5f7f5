/// Something that the app or the system does to the session with one accessory.
public enum SessionAct: Codable, Hashable, Sendable {
    /// Begin an exchange, and do not wait for its end: what comes of it is expected by name.
    case begin(kind: ExchangeKind)
    /// Run it with the configuration that it has: a new shareable configuration goes out, without an initialize.
    case run
    case pause
    /// End it for good; with an error it is the system that ends it so.
    case invalidate(error: NIErrorCode? = nil)
    /// The system suspends it.
    case suspend
    /// The suspension ends.
    case resume
}
