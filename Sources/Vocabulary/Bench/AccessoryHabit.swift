public import Ground

/// A peculiarity that a healthy accessory may have, because nothing in the protocol forbids it.
///
/// The habits come from public firmwares and from what the sheets leave open, not from a count of products.
public enum AccessoryHabit: String, Codable, Hashable, Sendable, CaseIterable {
    /// Forgets its configuration when it stops; only the whole flow, starting at initialize, makes it range again.
    case wantsFullFlow
    /// Takes 300 ms for an answer, and a second from configureAndStart to reporting that it started.
    case slow
    /// Never changes its short MAC address, whatever value it is given.
    case constantAddress
    /// Requests connection parameters outside Apple's guidelines, as Qorvo's firmware does, and accepts a refusal.
    case ownConnectionParameters
    /// Prints the distance of each round, in the words of its vendor's firmware.
    case printsDistances
    /// Sends the distance of each round in message 0x32, defined by this project: two bytes, little-endian, in
    /// centimetres.
    case sendsDistances
    /// Answers message 0x30, by which an app reports a zone, with 0x31 followed by the same two bytes.
    ///
    /// The bytes are the zone's number, and 1 for inside or 0 for outside. This project defines both messages.
    case answersZones
}

extension AccessoryPart {
    /// The habit that a simulated accessory takes on only for a scenario that needs this part; nil if it always has
    /// the part.
    public var habit: AccessoryHabit? {
        switch self {
        case .printedDistances: .printsDistances
        case .sentDistances: .sendsDistances
        case .zoneMessages: .answersZones
        case .pairing, .background, .guidelines: nil
        }
    }
}
