public import Ground

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

    /// Creates a vendor's own data channel.
    ///
    /// Throws if a UUID is invalid, two UUIDs are equal, or two messages have the same id. The error's offset is 0
    /// because there is no text.
    public init(
        service: String, rx: String, tx: String, writeType: WriteType? = nil, needsEncryption: Bool = false,
        identifiers: MessageIdentifiers = .appleSample
    ) throws(Malformed) {
        self.service = try Self.uuid(service, of: "service")
        self.rx = try Self.uuid(rx, of: "write")
        self.tx = try Self.uuid(tx, of: "notify")
        guard self.rx != self.tx else {
            throw Malformed(
                at: 0, "the phone cannot write the characteristic that notifies: write and notify are equal")
        }
        guard self.service != self.rx, self.service != self.tx else {
            throw Malformed(at: 0, "a characteristic has the UUID of its service")
        }
        if let clash = identifiers.clashes.first {
            throw Malformed(at: 0, "the message id \(clash.hexadecimal) is used for two messages")
        }
        preset = nil
        name = "service \(self.service)"
        secure = nil
        self.writeType = writeType
        self.needsEncryption = needsEncryption
        self.identifiers = identifiers
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
        let capitals = digits.uppercased()
        guard capitals.count == 32 else { return capitals }
        // An assigned number in 128-bit form is reduced to the number.
        if capitals.hasPrefix("0000"), capitals.hasSuffix("00001000800000805F9B34FB") {
            return String(capitals.dropFirst(4).prefix(4))
        }
        var parts: [Substring] = []
        var rest = capitals[...]
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
