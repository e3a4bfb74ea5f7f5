/// The GATT service and characteristics that carry the data channel; UUIDs as text (fact sheet 1.1).
public struct DataChannelProfile: Hashable, Codable, Sendable {
    /// How people call this profile.
    public var name: String
    public var service: String
    /// The characteristic that the phone writes.
    public var rx: String
    /// The characteristic that the accessory notifies.
    public var tx: String
    /// A characteristic whose read needs an encrypted link, which is how an app brings pairing about; nil without one.
    public var secure: String?

    public init(name: String, service: String, rx: String, tx: String, secure: String? = nil) {
        self.name = name
        self.service = service
        self.rx = rx
        self.tx = tx
        self.secure = secure
    }

    /// The Nordic UART service: Apple's sample app, NXP, Estimote, Arduino and most others.
    public static let nordicUART = DataChannelProfile(
        name: "Nordic UART",
        service: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E",
        rx: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E",
        tx: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E")

    /// Qorvo's own service, QNIS: its firmware from 3.0 on.
    public static let qorvoQNIS = DataChannelProfile(
        name: "Qorvo QNIS",
        service: "2E938FD0-6A61-11ED-A1EB-0242AC120002",
        rx: "2E93998A-6A61-11ED-A1EB-0242AC120002",
        tx: "2E939AF2-6A61-11ED-A1EB-0242AC120002",
        secure: "2E93941C-6A61-11ED-A1EB-0242AC120002")

    /// The profiles with names.
    public static let presets = [nordicUART, qorvoQNIS]
}

/// Apple's own Nearby Interaction service for sessions in the background (fact sheet 1.5).
public enum BackgroundService {
    public static let service = "48FE3E40-0817-4BB2-8633-3073689C2DBA"
    /// Holds the accessory configuration data without message id; readable over an encrypted link only.
    public static let accessoryConfigurationData = "95E8D9D5-D8EF-4721-9A4E-807375F53328"
}
