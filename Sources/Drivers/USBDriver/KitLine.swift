public import Ground
public import Links

/// A line to a UCI kit, independent of its wiring.
///
/// Used from the run loop's thread. Bytes and `opened` arrive in the mailbox as `Inbound.kit`, failures as one
/// `Inbound.fault(.kit, ...)`, after which nothing arrives until the line is reopened.
public protocol KitLine: AnyObject {
    /// Submits a request and returns the instant of submission. Never waits for the device.
    func send(_ request: KitRequest) -> Instant

    /// Restores the device's original state and waits for completion. Idempotent.
    func close()
}
