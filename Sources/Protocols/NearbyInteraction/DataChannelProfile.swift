import Ground

/// The GATT service and characteristics that carry a data channel over Bluetooth LE, and the ids of its messages.
///
/// Two profiles are known by name (nearby-interaction.md 1.1). Since the data channel is "entirely up to" the
/// accessory's vendor (nearby-interaction.md 1), any other one can be described. UUIDs are upper-case text of 4 or 36
/// characters.
public struct DataChannelProfile: Hashable, Sendable {
    /// The type of the phone's writes.
    public enum WriteType: String, Hashable, Sendable, CaseIterable {
        /// Write Request, to which the accessory responds.
        case withResponse
        /// Write Command.
        case withoutResponse
    }

    /// A published profile's identifier in files and on the command line, for example `nordicUART`; nil for a
    /// vendor's own.
    public let preset: String?
    /// The profile's common name.
    public let name: String
    public let service: String
    /// The characteristic that the phone writes to.
    public let rx: String
    /// The characteristic that the accessory notifies on.
    public let tx: String
    /// A characteristic that is readable only over an encrypted link, which lets an app trigger pairing; nil if there
    /// is none.
    public let secure: String?
    /// The required write type; nil to choose by the characteristic's properties, preferring writes with response.
    public let writeType: WriteType?
    /// Whether the accessory refuses the data channel on an unencrypted link.
    public let needsEncryption: Bool
    public let identifiers: MessageIdentifiers

    private init(preset: String, name: String, service: String, rx: String, tx: String, secure: String? = nil) {
        self.preset = preset
        self.name = name
        self.service = service
        self.rx = rx
        self.tx = tx
        self.secure = secure
        writeType = nil
        needsEncryption = false
        identifiers = .appleSample
    }

    /// Creates a vendor's own data channel: `service: 0x0F8E2B1C_5A77_4D10_9C3E_1B2A3C4D5E6F` for a UUID of 128 bits,
    /// `0xFFF0` for an assigned one of 16.
    ///
    /// Values that contradict each other are reported by `problem`, and by the check of the rig that has the channel.
    public init(
        service: UInt128, write: UInt128, notify: UInt128, writeType: WriteType? = nil, needsEncryption: Bool = false,
        identifiers: MessageIdentifiers = .appleSample
    ) {
        self.init(
            service: Self.canonical(service), rx: Self.canonical(write), tx: Self.canonical(notify),
            writeType: writeType, needsEncryption: needsEncryption, identifiers: identifiers)
    }

    /// Creates a channel from UUIDs in canonical form.
    private init(
        service: String, rx: String, tx: String, writeType: WriteType?, needsEncryption: Bool,
        identifiers: MessageIdentifiers
    ) {
        preset = nil
        name = "service \(service)"
        self.service = service
        self.rx = rx
        self.tx = tx
        secure = nil
        self.writeType = writeType
        self.needsEncryption = needsEncryption
        self.identifiers = identifiers
    }

    /// Parses the UUIDs of a vendor's own data channel.
    ///
    /// Throws if a UUID is invalid, two UUIDs are equal, or two messages have the same id. The error's offset is 0
    /// because the UUIDs are not part of one text.
    init(
        uuidsOf service: String, rx: String, tx: String, writeType: WriteType?, needsEncryption: Bool,
        identifiers: MessageIdentifiers
    ) throws(Malformed) {
        self.init(
            service: try Self.uuid(service, of: "service"), rx: try Self.uuid(rx, of: "write"),
            tx: try Self.uuid(tx, of: "notify"), writeType: writeType, needsEncryption: needsEncryption,
            identifiers: identifiers)
        if let problem { throw Malformed(at: 0, problem) }
    }

    /// A contradiction between the values, without a full stop; nil if there is none.
    public var problem: String? {
        if rx == tx { return "the phone cannot write the characteristic that notifies: write and notify are equal" }
        if service == rx || service == tx { return "a characteristic has the UUID of its service" }
        return identifiers.clashes.first.map { "the message id \($0.hexadecimal) is used for two messages" }
    }

    /// The Nordic UART service, used by Apple's sample app, NXP, Estimote, Arduino and most others.
    public static let nordicUART = DataChannelProfile(
        preset: "nordicUART", name: "Nordic UART", service: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
        rx: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E", tx: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")
    /// Qorvo's own service, QNIS, used by its firmware from 3.0.
    public static let qorvoQNIS = DataChannelProfile(
        preset: "qorvoQNIS", name: "Qorvo QNIS", service: "2E938FD0-6A61-11ED-A1EB-0242AC120002",
        rx: "2E93998A-6A61-11ED-A1EB-0242AC120002", tx: "2E939AF2-6A61-11ED-A1EB-0242AC120002",
        secure: "2E93941C-6A61-11ED-A1EB-0242AC120002")
    /// The channel between the apps of two phones, with UUIDs from one public app. They belong to that app, not to
    /// Apple, and the messages on the channel (`PeerMessage`) are defined by this project; unverified against any
    /// app.
    public static let betweenPhones = DataChannelProfile(
        preset: "betweenPhones", name: "phone to phone", service: "FFF0", rx: "FFF1", tx: "FFF2")
    /// The published profiles of accessories, in the order in which a phone looks for them.
    public static let presets = [nordicUART, qorvoQNIS]

    /// Returns the UUID in canonical form: upper case, with dashes if it is long.
    private static func uuid(_ text: String, of part: StaticString) throws(Malformed) -> String {
        let digits = text.filter { $0 != "-" }
        guard digits.count == 4 || digits.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            throw Malformed(at: 0, "\(part) is a UUID of 4 or 32 hexadecimal digits, not \"\(text)\"")
        }
        guard let value = UInt128(digits, radix: 16) else { return digits }
        return canonical(value)
    }

    /// Returns the canonical form of a UUID of 128 bits, or of an assigned number of 16.
    private static func canonical(_ uuid: UInt128) -> String {
        let assigned: UInt128 = 0x1000_8000_0080_5F9B_34FB
        let isNumber = uuid >> 16 == 0
        let number = isNumber ? uuid : uuid >> 96
        let digits = String(number, radix: 16, uppercase: true)
        if isNumber || (number >> 16 == 0 && uuid & ((1 << 96) - 1) == assigned) {
            return String(repeating: "0", count: 4 - digits.count) + digits
        }
        let all = String(uuid, radix: 16, uppercase: true)
        var parts: [Substring] = []
        var rest = (String(repeating: "0", count: 32 - all.count) + all)[...]
        for count in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(count))
            rest = rest.dropFirst(count)
        }
        return parts.joined(separator: "-")
    }
}

/// Apple's own Nearby Interaction service for background sessions (nearby-interaction.md 1.5).
public enum BackgroundService {
    public static let service = "48FE3E40-0817-4BB2-8633-3073689C2DBA"
    /// Holds the accessory configuration data without the message id; readable only over an encrypted link.
    public static let accessoryConfigurationData = "95E8D9D5-D8EF-4721-9A4E-807375F53328"
}
