import Ground

/// The connection between the phone and one accessory on a simulated network, as TCP keeps it: one at a time.
struct SimulatedConnection: Sendable {
    enum State: Sendable {
        case none
        case opening
        case open
        /// Nothing gets through since then, either way, and the phone does not know yet.
        case silent(since: Instant)
    }

    let name: AccessoryName
    var state = State.none
    /// Bytes on their way: what is sent meanwhile joins them.
    var toPhone: [UInt8] = []
    var toAccessory: [UInt8] = []
    /// When the last bytes arrive, either way: they do not overtake one another.
    var arrivalAtPhone = Instant.start
    var arrivalAtAccessory = Instant.start

    var isOpen: Bool { if case .open = state { true } else { false } }
    var isOpening: Bool { if case .opening = state { true } else { false } }
}

/// What will happen on the connection to an accessory.
enum NetworkDue: Hashable, Sendable {
    /// The phone's wish to connect arrives, for the so manyth time.
    case asked(attempt: Int)
    case opened
    case refused
    case toAccessory
    case toPhone
    /// The accessory's end of the connection arrives.
    case accessoryEnded
    /// The phone's end of it arrives, or the accessory gives up.
    case phoneEnded
    /// The phone asks whether the other side is there still.
    case probe
    /// Bytes of the phone arrive at a firmware that may know nothing of the connection.
    case unknown
}
