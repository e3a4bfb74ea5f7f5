public import Ground

/// Who sent a captured frame, seen from the machine that captured it.
public enum FrameDirection: String, Hashable, Codable, Sendable {
    /// Received by the machine that captured it.
    case inbound
    /// Sent by the machine that captured it.
    case outbound
}

/// One packet of a capture file, whatever the format.
public struct CapturedPacket: Hashable, Sendable {
    /// When it was captured; nil where the format has no time, or one that no clock can show.
    public var instant: WallInstant?
    public var linkType: LinkType
    /// Which interface of the file saw it, counted through all sections from 0.
    public var interface: Int
    /// Nil where the format does not say; a header inside the bytes may still tell.
    public var direction: FrameDirection?
    /// How many bytes the packet had before the capture cut it.
    public var originalLength: Int
    /// What the capture kept, in the form of the link type.
    public var bytes: [UInt8]
    /// The offset of the packet's block or record in the file.
    public var offset: Int
    /// Everything else that is written with the packet, in the file's order, the flags left out.
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

    /// Whether the capture kept only the beginning.
    public var isSnapped: Bool { bytes.count < originalLength }

    /// The comments that somebody attached; text from a file, to be escaped before it is shown.
    public var comments: [String] { options.texts(.comment) }
}

/// A point of wall-clock time, in whole nanoseconds since 1970-01-01 00:00 UTC.
///
/// Captures are stamped with it; a run's own time is `Instant`.
public struct WallInstant: Hashable, Codable, Sendable {
    public let nanoseconds: Int64

    @inlinable public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Seconds and nanoseconds since 1970; nil where 64 bits of nanoseconds cannot hold them.
    public init?(seconds: Int64, nanoseconds: Int64) {
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, isTooMuch) = whole.addingReportingOverflow(nanoseconds)
        guard !isTooLong, !isTooMuch else { return nil }
        self.init(nanoseconds: sum)
    }

    /// The time that went by since another point of wall-clock time.
    @inlinable public static func - (lhs: WallInstant, rhs: WallInstant) -> Span {
        Span(nanoseconds: lhs.nanoseconds) - Span(nanoseconds: rhs.nanoseconds)
    }

    @inlinable public static func + (lhs: WallInstant, rhs: Span) -> WallInstant {
        WallInstant(nanoseconds: (Span(nanoseconds: lhs.nanoseconds) + rhs).nanoseconds)
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
    public var description: String { Self.names[rawValue] ?? "link type \(rawValue)" }

    /// By tcpdump's registry of link types: those that are read, and those that captures of an accessory's radios and
    /// of its host come with.
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
