import RigKit

// What stands on every bench that is not real.

extension [AccessoryEntry] {
    /// A door lock and a car's trunk, two units of one kind, as Apple's and Nordic's example firmware behaves.
    static let simulatedPair = [
        AccessoryEntry(
            "door", .simulated(AccessoryModel(advertisedName: "Door")), console: .simulated, power: .simulated),
        AccessoryEntry(
            "trunk", .simulated(AccessoryModel(advertisedName: "Trunk")), console: .simulated, power: .simulated),
    ]
}

extension [TagEntry] {
    /// The door's tag, whose address belongs to an app, and a poster's, whose address belongs to none.
    static let simulatedTags = [
        TagEntry("doorTag", .simulated(TagModel(.ntag215, uri: "https://example.com/door/open?door=1"))),
        TagEntry("posterTag", .simulated(TagModel(.type4, uri: "https://www.example.org/poster"))),
    ]
}
