import RigKit

extension Rig {
    /// The simulated rig in the air of an ordinary room: measurements scatter, some are lost, some are reflected.
    public static let simulatedNoisy = Rig(
        name: "simulatedNoisy", summary: "the same, with the noise and the losses of an ordinary room",
        kind: .simulated, bluetooth: .simulated, uwb: .simulated, nfc: .simulated,
        accessories: .simulatedPair, tags: .simulatedTags, motion: .simulated, world: .realistic,
        phones: .simulatedFriends)
}
