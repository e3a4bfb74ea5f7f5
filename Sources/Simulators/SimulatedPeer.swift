import Ground
public import Links

/// The phone side's state for one accessory of a simulated bench: search, link and key.
struct SimulatedPeer: Sendable {
    /// A search by the phone, with its end.
    struct Search: Sendable {
        let connects: Bool
        let limit: Lapse
        let until: Instant
        /// Whether an advertisement is on its way, or a connection is being made.
        var isHeard = false
    }

    /// A link that is up.
    struct Link: Sendable {
        var security: LinkSecurity?
        /// Whether encrypting or pairing is under way.
        var isSecuring = false
        /// Whether one end is silent, and the supervision timeout is running.
        var isDead = false
        /// The arrival of the last frame in each direction: frames do not overtake one another.
        var arrivalAtPhone = Instant.start
        var arrivalAtAccessory = Instant.start
    }

    let name: AccessoryName
    /// Derived from the name: the same on every machine.
    let address: BluetoothAddress
    var search: Search?
    var link: Link?
    /// The phone's key, which outlives the link.
    var key: LinkSecurity?

    init(name: AccessoryName) {
        self.name = name
        var generator = SeededGenerator(seed: name.rawValue.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        address = BluetoothAddress(value: generator.next() | 0xC000_0000_0000, kind: .random)
    }
}

/// A future event on the Bluetooth link to an accessory.
enum BluetoothDue: Hashable, Sendable {
    /// The phone hears it advertise.
    case heard
    case searchEnds
    case connected
    case toAccessory([UInt8])
    case accessoryHungUp
    case phoneHungUp
    case supervisionTimeout
    /// The link would be encrypted with the key that both sides have.
    case encrypted
    /// Pairing ends.
    case paired
}

extension ConnectionParameters {
    /// Creates an accessory's requested parameters in the specification's units, clamped to their range.
    public init(_ wanted: RequestedParameters) {
        func count(_ span: Lapse, _ unit: Lapse) -> UInt16 { UInt16(clamping: span.nanoseconds / unit.nanoseconds) }
        let interval = Lapse.microseconds(1250)
        self.init(
            minimumInterval: count(wanted.minimumInterval, interval),
            maximumInterval: count(wanted.maximumInterval, interval), latency: wanted.latency,
            supervisionTimeout: count(wanted.supervisionTimeout, .milliseconds(10)))
    }
}
