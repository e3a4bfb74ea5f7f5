import RigKit

extension Rig {
    /// The simulated rig in a house: the air of an ordinary room, a light wall near the accessory, and concrete
    /// farther away, beyond which nothing arrives.
    public static let simulatedHouse = Rig(
        name: "simulatedHouse", summary: "the same in a house: a light wall at 6 m, concrete at 12 m",
        kind: .simulated, bluetooth: .simulated, uwb: .simulated, nfc: .simulated,
        accessories: .simulatedPair, tags: .simulatedTags, motion: .simulated,
        world: .realistic.behind([.plaster(at: .metres(6)), .concrete(at: .metres(12))]), phones: .simulatedFriends)
}
