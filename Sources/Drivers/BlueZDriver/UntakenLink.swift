import Ground

/// Which link of an accessory's adapter is up, as the kernel's management tells, and whether its socket was taken.
///
/// A link that ends before this program takes its socket leaves none behind: the kernel drops what waits in a listener.
/// The management alone tells that it was there, and that the controller does not advertise since.
struct UntakenLink: Sendable {
    private var up: (phone: BluetoothAddress, isTaken: Bool)?

    func isUp(_ phone: BluetoothAddress) -> Bool { up?.phone == phone }

    /// The management tells of a link; its socket may have been taken before that was read.
    mutating func began(with phone: BluetoothAddress) {
        if !isUp(phone) { up = (phone, false) }
    }

    mutating func taken(from phone: BluetoothAddress) { up = (phone, true) }

    /// The management tells that a link is gone; true when nobody took its socket.
    mutating func ended(with phone: BluetoothAddress) -> Bool {
        guard let link = up, link.phone == phone else { return false }
        up = nil
        return !link.isTaken
    }

    /// The socket that was taken is closed; a newer link that the management told of stays.
    mutating func closed(with phone: BluetoothAddress) {
        if let link = up, link.phone == phone, link.isTaken { up = nil }
    }
}
