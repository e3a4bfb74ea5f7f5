import RigKit

extension Rig {
    /// Real kernel stacks and real drivers with simulated devices behind them: the phone's side is that of hardware.
    public static let virtual = Rig(
        name: "virtual", summary: "real kernel stacks with simulated devices behind them, in a machine's own time",
        kind: .virtual, bluetooth: .simulated, uwb: .simulated, nfc: .simulated,
        accessories: .simulatedPair, tags: .simulatedTags, motion: .simulated,
        phones: .simulatedFriends, screens: .simulatedScreens)
}
