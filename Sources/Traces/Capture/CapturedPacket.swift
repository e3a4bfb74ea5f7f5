public import Ground

/// The direction of a captured frame, seen from the machine that captured it.
public enum FrameDirection: String, Hashable, Codable, Sendable {
    /// Received by the machine that captured it.
    case inbound
    /// Sent by the machine that captured it.
    case outbound
}

/// A packet of a capture file, in any format.
public struct CapturedPacket: Hashable, Sendable {
    /// The time of capture; nil if the format has no time, or an unrepresentable one.
    public var instant: WallInstant?
    public var linkType: LinkType
    /// The file's interface that captured it, numbered through all sections from 0.
    public var interface: Int
    /// The direction; nil if the format does not have it, though a header inside the bytes may.
    public var direction: FrameDirection?
    /// The packet's length in bytes before truncation.
    public var originalLength: Int
    /// The captured bytes, in the form of the link type.
    public var bytes: [UInt8]
    /// The offset of the packet's block or record in the file.
    public var offset: Int
    /// The packet's other options, in the file's order, without the flags.
    public var options: [PcapngOption]

    public init(
        instant: WallInstant?, linkType: LinkType, interface: Int = 0, direction: FrameDirection? = nil,
        originalLength: Int? = nil, bytes: [UInt8], offset: Int = 0, options: [PcapngOption] = []
    ) {
        self.instant = instant
        self.linkType = linkType
        self.interface = interface
        self.direction = direction
        self.originalLength = originalLength ?? bytes.count
        self.bytes = bytes
        self.offset = offset
        self.options = options
    }

    /// Whether the packet was truncated.
    public var isSnapped: Bool { bytes.count < originalLength }
}

/// A point of wall-clock time, in whole nanoseconds since 1970-01-01 00:00 UTC.
///
/// Captures are stamped with it; a run's own time is `Instant`.
public struct WallInstant: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Creates an instant from seconds and nanoseconds since 1970; nil if 64 bits of nanoseconds cannot represent it.
    public init?(seconds: Int64, nanoseconds: Int64) {
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = whole.addingReportingOverflow(nanoseconds)
        guard !isTooLong, !isTooMuch else { return nil }
        self.init(nanoseconds: sum)
    }

    /// The time elapsed since another point of wall-clock time.
    @inlinable public static func - (lhs: WallInstant, rhs: WallInstant) -> Lapse {
        Lapse(nanoseconds: lhs.nanoseconds) - Lapse(nanoseconds: rhs.nanoseconds)
    }

    @inlinable public static func + (lhs: WallInstant, rhs: Lapse) -> WallInstant {
        WallInstant(nanoseconds: (Lapse(nanoseconds: lhs.nanoseconds) + rhs).nanoseconds)
    }
}

extension WallInstant: Comparable {
    @inlinable public static func < (lhs: WallInstant, rhs: WallInstant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }
}

extension WallInstant: CustomStringConvertible {
    /// Seconds since 1970 with nine decimal places.
    public var description: String {
        let fraction = String(nanoseconds.magnitude % 1_000_000_000)
        let padding = String(repeating: "0", count: 9 - fraction.count)
        let sign = nanoseconds < 0 ? "-" : ""
        return "\(sign)\(nanoseconds.magnitude / 1_000_000_000).\(padding)\(fraction)"
    }
}

/// The encapsulation of a captured packet, by tcpdump's registry of link types.
///
/// Numbers: bluez.md 3.3, uwb.md 5, and the registry's own page for 264.
public struct LinkType: RawRepresentable, Hashable, Codable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// HCI preceded by the type byte of the UART transport; the direction is not in the bytes.
    public static let bluetoothH4 = LinkType(rawValue: 187)
    /// The same, preceded by 32 bits, big endian: 0 sent by the host, 1 received.
    public static let bluetoothH4WithDirection = LinkType(rawValue: 201)
    /// Linux's monitor channel: adapter and opcode, 16 bits each, big endian.
    public static let bluetoothLinuxMonitor = LinkType(rawValue: 254)
    /// Bluetooth LE link layer, from a sniffer.
    public static let bluetoothLowEnergy = LinkType(rawValue: 251)
    /// The same, preceded by a header with channel and signal.
    public static let bluetoothLowEnergyWithHeader = LinkType(rawValue: 256)
    /// The Nordic sniffer's own form.
    public static let nordicLowEnergy = LinkType(rawValue: 272)
    /// Another link type, preceded by its own header.
    public static let perPacketInformation = LinkType(rawValue: 192)
    /// IPv4 or IPv6 packets.
    public static let rawIP = LinkType(rawValue: 101)
    /// ISO 14443 frames preceded by four bytes that identify the event.
    public static let iso14443 = LinkType(rawValue: 264)
    /// Low-speed USB, which pica uses for UCI.
    public static let usbLowSpeed = LinkType(rawValue: 293)
    /// UWB Command Interface packets as on the wire.
    public static let firaUCI = LinkType(rawValue: 299)
}

extension LinkType: CustomStringConvertible {
    /// The name of a link type that Trammel knows, or the number.
    public var description: String { Self.names[rawValue] ?? "link type \(rawValue)" }

    /// Names by tcpdump's registry of link types: the supported ones, and those common in captures of an accessory's
    /// radios and its host.
    private static let names: [UInt32: String] = [
        1: "Ethernet", 101: "raw IP", 105: "IEEE 802.11", 113: "Linux cooked capture",
        127: "IEEE 802.11 with radiotap header", 147: "user-defined type 0", 148: "user-defined type 1",
        149: "user-defined type 2", 150: "user-defined type 3", 151: "user-defined type 4",
        152: "user-defined type 5", 153: "user-defined type 6", 154: "user-defined type 7",
        155: "user-defined type 8", 156: "user-defined type 9",
        157: "user-defined type 10, which older Nordic sniffers use", 158: "user-defined type 11",
        159: "user-defined type 12", 160: "user-defined type 13", 161: "user-defined type 14",
        162: "user-defined type 15", 186: "USB, FreeBSD", 187: "Bluetooth HCI", 189: "USB, Linux",
        192: "per-packet information", 195: "IEEE 802.15.4", 201: "Bluetooth HCI with direction",
        215: "IEEE 802.15.4 with physical header", 220: "USB, Linux with padded header", 227: "CAN",
        230: "IEEE 802.15.4 without check sum", 245: "NFC LLCP", 249: "USB, Windows USBPcap",
        251: "Bluetooth LE link layer", 252: "PDUs exported by Wireshark", 253: "Linux netlink",
        254: "Bluetooth Linux monitor", 255: "Bluetooth BR/EDR baseband", 256: "Bluetooth LE link layer",
        264: "ISO 14443", 266: "USB, macOS", 272: "Bluetooth LE link layer, Nordic sniffer",
        276: "Linux cooked capture 2", 283: "IEEE 802.15.4 with metadata", 288: "USB 2.0 on the wire",
        293: "USB low speed", 294: "USB full speed", 295: "USB high speed", 299: "FiRa UCI",
    ]
}
