import Ground
public import Links

/// What the phone's side of a simulated bench knows of one accessory: what it wants of it, and how the link is.
struct SimulatedPeer: Sendable {
    /// What the phone listens for, until when.
    struct Search: Sendable {
        let connects: Bool
        let limit: Span
        let until: Instant
        /// An advertisement is on its way, or a connection is being made.
        var isHeard = false
    }

    /// A link that is up.
    struct Link: Sendable {
        var security: LinkSecurity?
        /// Encrypting or pairing is under way.
        var isSecuring = false
        /// One end is silent, and the supervision timeout runs.
        var isDead = false
        /// When the last frame arrives, either way: frames do not overtake one another.
        var arrivalAtPhone = Instant.start
        var arrivalAtAccessory = Instant.start
    }

    let name: AccessoryName
    /// Made from the name: the same on every machine.
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

/// What will happen on the Bluetooth link to an accessory.
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
    /// Pairing comes to its end.
    case paired
}

extension ConnectionParameters {
    /// What an accessory asks for, in the specification's units; what does not fit them is cut off.
    public init(_ wanted: RequestedParameters) {
        func count(_ span: Span, _ unit: Span) -> UInt16 { UInt16(clamping: span.nanoseconds / unit.nanoseconds) }
        let interval = Span.microseconds(1250)
        self.init(
            minimumInterval: count(wanted.minimumInterval, interval),
            maximumInterval: count(wanted.maximumInterval, interval), latency: wanted.latency,
            supervisionTimeout: count(wanted.supervisionTimeout, .milliseconds(10)))
    }
}
