/// Brings what the kernel advertises in line with what is wanted, one command at a time.
///
/// The kernel answers "busy" to a second Add Advertising before the first is done, and one fails now and then when it
/// meets the kernel's own advertising again after a link's end; so a change waits for the answer before it, and a
/// failure is tried again.
struct AdvertisingMachine: Hashable, Sendable {
    enum Effect: Hashable, Sendable {
        /// Send the command for what is wanted now.
        case ask
        /// It failed for good.
        case failed(ManagementStatus)
    }

    /// How many failures one after the other are too many.
    static let failuresBound = 3

    private var isAsked = false
    private var isChanged = false
    private var failures = 0

    /// Something else is wanted from now on.
    mutating func change() -> Effect? {
        guard !isAsked else {
            isChanged = true
            return nil
        }
        isAsked = true
        return .ask
    }

    /// The kernel answered; to remove what is not there is refused, and means nothing.
    mutating func receive(_ status: ManagementStatus, isRemoval: Bool) -> Effect? {
        isAsked = false
        if status == .success || isRemoval {
            failures = 0
        } else {
            failures += 1
            guard failures < AdvertisingMachine.failuresBound else { return .failed(status) }
            isChanged = true
        }
        guard isChanged else { return nil }
        isChanged = false
        return change()
    }
}
