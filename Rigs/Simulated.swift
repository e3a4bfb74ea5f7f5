import RigKit

extension Rig {
    /// Everything in memory and in virtual time: it needs no privileges, no packages and no waiting.
    public static let simulated = Rig(
        name: "simulated", summary: "everything in memory, in virtual time", kind: .simulated,
        bluetooth: .simulated, uwb: .simulated, nfc: .simulated,
        accessories: .simulatedPair, tags: .simulatedTags, motion: .simulated,
        phones: .simulatedFriends, screens: .simulatedScreens)
}
