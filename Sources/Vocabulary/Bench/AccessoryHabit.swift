public import Ground

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
    /// It prints the distance of each round, in the words of its vendor's firmware.
    case printsDistances
    /// It sends the distance of each round in message 0x32, which is this project's own: two bytes, little-endian, in
    /// centimetres.
    case sendsDistances
    /// It answers message 0x30, by which an app tells it of a zone, with 0x31 and the same two bytes behind it.
    ///
    /// They are the zone's number, and 1 for inside or 0 for outside. Both messages are this project's own.
    case answersZones
}

extension AccessoryPart {
    /// What a simulated accessory does only for a scenario that needs this part; nil for what it has anyhow.
    public var habit: AccessoryHabit? {
        switch self {
        case .printedDistances: .printsDistances
        case .sentDistances: .sendsDistances
        case .zoneMessages: .answersZones
        case .pairing, .background, .guidelines: nil
        }
    }
}
