import RigKit

// What stands on every bench that is not real.

extension [PeerEntry] {
    /// A friend's phone, with the same app on it.
    static let simulatedFriend = [PeerEntry("peer", .simulated(PeerModel(advertisedName: "Peer")))]
}

extension [AccessoryEntry] {
    /// A door lock and a car's trunk, two units of one kind, as Apple's and Nordic's example firmware behaves.
    static let simulatedPair = [
        AccessoryEntry(
            "door", .simulated(AccessoryModel(advertisedName: "Door")), console: .simulated, power: .simulated),
        AccessoryEntry(
            "trunk", .simulated(AccessoryModel(advertisedName: "Trunk")), console: .simulated, power: .simulated),
    ]
}
