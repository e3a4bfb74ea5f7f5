/// The GATT service and characteristics that carry the data channel; UUIDs as text (fact sheet 1.1).
public enum DataChannelProfile: String, Codable, Hashable, Sendable, CaseIterable {
    /// The Nordic UART service: Apple's sample app, NXP, Estimote, Arduino and most others.
    case nordicUART
    /// Qorvo's own service, QNIS: its firmware from 3.0 on.
    case qorvoQNIS

    /// How people call this profile.
    public var name: String {
        switch self {
        case .nordicUART: "Nordic UART"
        case .qorvoQNIS: "Qorvo QNIS"
        }
    }

    public var service: String {
        switch self {
        case .nordicUART: "6E400001-B5A3-F393-E0A9-E50E24DCCA9E"
        case .qorvoQNIS: "2E938FD0-6A61-11ED-A1EB-0242AC120002"
        }
    }

    /// The characteristic that the phone writes.
    public var rx: String {
        switch self {
        case .nordicUART: "6E400002-B5A3-F393-E0A9-E50E24DCCA9E"
        case .qorvoQNIS: "2E93998A-6A61-11ED-A1EB-0242AC120002"
        }
    }

    /// The characteristic that the accessory notifies.
    public var tx: String {
        switch self {
        case .nordicUART: "6E400003-B5A3-F393-E0A9-E50E24DCCA9E"
        case .qorvoQNIS: "2E939AF2-6A61-11ED-A1EB-0242AC120002"
        }
    }

    /// A characteristic whose read needs an encrypted link, which is how an app brings pairing about; nil without one.
    public var secure: String? {
        switch self {
        case .nordicUART: nil
        case .qorvoQNIS: "2E93941C-6A61-11ED-A1EB-0242AC120002"
        }
    }
}

/// Apple's own Nearby Interaction service for sessions in the background (fact sheet 1.5).
public enum BackgroundService {
    public static let service = "48FE3E40-0817-4BB2-8633-3073689C2DBA"
    /// Holds the accessory configuration data without message id; readable over an encrypted link only.
    public static let accessoryConfigurationData = "95E8D9D5-D8EF-4721-9A4E-807375F53328"
}
