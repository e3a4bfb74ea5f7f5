import Ground

/// The connection between the phone and one accessory on a simulated network, at the level of TCP: one at a time.
struct SimulatedConnection: Sendable {
    enum State: Sendable {
        case none
        case opening
        case open
        /// Nothing gets through in either direction since then, and the phone has not noticed yet.
        case silent(since: Instant)
    }

    let name: AccessoryName
    var state = State.none
    /// Bytes on their way, joined by any that are sent meanwhile.
    var toPhone: [UInt8] = []
    var toAccessory: [UInt8] = []
    /// The arrival of the last bytes in each direction: bytes do not overtake one another.
    var arrivalAtPhone = Instant.start
    var arrivalAtAccessory = Instant.start

    var isOpen: Bool { if case .open = state { true } else { false } }
    var isOpening: Bool { if case .opening = state { true } else { false } }
}

/// A future event on the connection to an accessory.
enum NetworkDue: Hashable, Sendable {
    /// The phone's connection attempt arrives, with its number.
    case asked(attempt: Int)
    case opened
    case refused
    case toAccessory
    case toPhone
    /// The accessory's end of the connection arrives.
    case accessoryEnded
    /// The phone's end of it arrives, or the accessory gives up.
    case phoneEnded
    /// The phone checks whether the other side is still there.
    case probe
    /// Bytes of the phone arrive at a firmware that may not know the connection.
    case unknown
}
