import Ground

/// The link that is up on an accessory's adapter, according to the kernel's management, and whether its socket was
/// accepted.
///
/// A link that ends before this program accepts its socket leaves none behind, because the kernel drops pending
/// sockets of a listener. Only the management reports that it existed, and that the controller has not advertised
/// since.
struct UnacceptedLink: Sendable {
    private var up: (phone: BluetoothAddress, isTaken: Bool)?

    func isUp(_ phone: BluetoothAddress) -> Bool { up?.phone == phone }

    /// Records a link reported by the management; its socket may have been accepted before the report was read.
    mutating func began(with phone: BluetoothAddress) {
        if !isUp(phone) { up = (phone, false) }
    }

    mutating func taken(from phone: BluetoothAddress) { up = (phone, true) }

    /// Records the end of a link reported by the management; returns true if its socket was never accepted.
    mutating func ended(with phone: BluetoothAddress) -> Bool {
        guard let link = up, link.phone == phone else { return false }
        up = nil
        return !link.isTaken
    }

    /// Records that the accepted socket was closed; a newer link reported by the management is kept.
    mutating func closed(with phone: BluetoothAddress) {
        if let link = up, link.phone == phone, link.isTaken { up = nil }
    }
}
