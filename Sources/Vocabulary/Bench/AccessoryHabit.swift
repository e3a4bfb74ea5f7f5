/// A way of its own that an accessory may have and be right all the same: nothing in the protocol forbids it.
///
/// Which they are comes from public firmwares and from what the sheets leave open; no count of products stands behind.
public enum AccessoryHabit: String, Codable, Hashable, Sendable, CaseIterable {
    /// It forgets its configuration when it stops, and ranges again after the whole flow from initialize alone.
    case wantsFullFlow
    /// It takes 300 ms for an answer, and a second from configureAndStart to its word that it started.
    case slow
    /// Its short MAC address stays the same, whatever it is told.
    case constantAddress
    /// It asks for connection parameters beyond Apple's guidelines, as Qorvo's firmware does, and lives with a refusal.
    case ownConnectionParameters
}
