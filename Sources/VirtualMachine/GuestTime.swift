/// Whose seconds the guest counts.
public enum GuestTime: String, Hashable, Sendable, CaseIterable {
    /// This host's: what waits in the guest waits here, and what the host is too busy for comes late there.
    case host
    /// The guest's own: each instruction takes two nanoseconds, and where every process waits, the next timer is due at
    /// once. Nothing that this host does shows in it. Only emulation can do it; with KVM it is the host's.
    case own

    /// How many nanoseconds an instruction takes, as a power of two: about what emulation reaches on a processor of
    /// today.
    static let shift = 1
    /// Of the counter by which such a guest keeps its time: one for each nanosecond.
    static let counterRate: UInt32 = 1_000_000
}
