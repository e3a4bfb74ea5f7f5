/// What the bytes of a captured packet begin with, by tcpdump's registry of link types.
///
/// Numbers: Bluetooth fact sheet 3.3, ultra-wideband fact sheet 5, and the registry's own page for 264.
public struct LinkType: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// HCI with the type byte of the UART transport first; the direction is not in the bytes.
    public static let bluetoothH4 = LinkType(rawValue: 187)
    /// The same behind 32 bits, big endian: 0 sent by the host, 1 received.
    public static let bluetoothH4WithDirection = LinkType(rawValue: 201)
    /// Linux's monitor channel: adapter and opcode, 16 bits each, big endian.
    public static let bluetoothLinuxMonitor = LinkType(rawValue: 254)
    /// Bluetooth LE link layer, from a sniffer.
    public static let bluetoothLowEnergy = LinkType(rawValue: 251)
    /// The same behind a header with channel and signal.
    public static let bluetoothLowEnergyWithHeader = LinkType(rawValue: 256)
    /// The Nordic sniffer's own form.
    public static let nordicLowEnergy = LinkType(rawValue: 272)
    /// Another link type inside a header of its own.
    public static let perPacketInformation = LinkType(rawValue: 192)
    /// ISO 14443 frames behind four bytes that name the event.
    public static let iso14443 = LinkType(rawValue: 264)
    /// Low-speed USB, which pica uses for UCI.
    public static let usbLowSpeed = LinkType(rawValue: 293)
    /// UWB Command Interface packets as on the wire.
    public static let firaUCI = LinkType(rawValue: 299)
}

extension LinkType: CustomStringConvertible {
    /// A name for the link types that Trammel knows, the number for all others.
    public var description: String {
        switch self {
        case .bluetoothH4: "Bluetooth HCI"
        case .bluetoothH4WithDirection: "Bluetooth HCI with direction"
        case .bluetoothLinuxMonitor: "Bluetooth Linux monitor"
        case .bluetoothLowEnergy, .bluetoothLowEnergyWithHeader: "Bluetooth LE link layer"
        case .nordicLowEnergy: "Bluetooth LE link layer, Nordic sniffer"
        case .perPacketInformation: "per-packet information"
        case .iso14443: "ISO 14443"
        case .usbLowSpeed: "USB low speed"
        case .firaUCI: "FiRa UCI"
        default: "link type \(rawValue)"
        }
    }
}
