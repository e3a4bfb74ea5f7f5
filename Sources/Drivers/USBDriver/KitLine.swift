public import Ground
public import Links

/// A line to a UCI kit, whichever way it is wired.
///
/// Used from the run loop's thread. Bytes and `opened` arrive in the mailbox as `Inbound.kit`, failures as one
/// `Inbound.fault(.kit, ...)`, after which nothing arrives until the line is opened again.
public protocol KitLine: AnyObject {
    /// Hands a request over and returns the instant of it. Never waits for the device.
    func send(_ request: KitRequest) -> Instant

    /// Gives the device back as it was found and waits until that is done; safe to call again.
    func close()
}
