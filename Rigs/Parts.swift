import RigKit

// What stands on every bench that is not real.

extension [PeerEntry] {
    /// Friends' phones with the same app on them; the third one is of a kind that does not range with the phone.
    static let simulatedFriends = [
        PeerEntry("peer", .simulated(PeerModel(advertisedName: "Peer"))),
        PeerEntry("secondPeer", .simulated(PeerModel(advertisedName: "Second"))),
        PeerEntry("otherPeer", .simulated(PeerModel(generation: 2, advertisedName: "Other"))),
    ]
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

extension [ScreenEntry] {
    /// Two screens of one kind in one room, whose consoles are read.
    static let simulatedScreens = [
        ScreenEntry("tv", console: .simulated), ScreenEntry("secondTV", console: .simulated),
    ]
}
