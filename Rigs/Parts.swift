import RigKit

// The parts of every bench without real devices.

extension [PeerEntry] {
    /// Friends' phones with the same app; the third is of a kind that does not range with the phone.
    static let simulatedFriends = [
        PeerEntry("peer", .simulated(PeerModel(advertisedName: "Peer"))),
        PeerEntry("secondPeer", .simulated(PeerModel(advertisedName: "Second"))),
        PeerEntry("otherPeer", .simulated(PeerModel(generation: 2, advertisedName: "Other"))),
    ]
}

extension [AccessoryEntry] {
    /// A door lock and a car's trunk, two units of one kind, behaving like Apple's and Nordic's example firmware.
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
