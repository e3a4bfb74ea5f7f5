/// An act of the app or the system on the session with one accessory.
public enum SessionAct: Codable, Hashable, Sendable {
    /// Begin an exchange without waiting for its end; the results are expected by name.
    case begin(kind: ExchangeKind)
    /// Run it with the configuration it has: a new shareable configuration is sent without an initialize.
    case run
    case pause
    /// End it for good. With an error, it is the system that ends it.
    case invalidate(error: NIErrorCode? = nil)
    /// The system suspends it.
    case suspend
    /// The suspension ends.
    case resume
}
