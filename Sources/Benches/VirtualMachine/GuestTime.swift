/// The clock that the guest's time follows.
public enum GuestTime: String, Hashable, Sendable, CaseIterable {
    /// The host's: a wait in the guest takes as long on the host, and whatever a busy host delays is late in the
    /// guest.
    case host
    /// The guest's own: each instruction takes two nanoseconds, and when every process waits, the next timer is due
    /// immediately. Nothing that the host does is visible in it. Only emulation supports it; with KVM the guest
    /// follows the host's time.
    case own

    /// The nanoseconds per instruction, as a power of two: about what emulation reaches on a present-day processor.
    static let shift = 1
    /// The rate of the counter by which such a guest keeps its time: once per nanosecond.
    static let counterRate: UInt32 = 1_000_000
}
