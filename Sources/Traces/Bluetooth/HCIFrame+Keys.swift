extension HCIFrame {
    /// Whether the packet carries a link key, a long term key or an identity key in clear text (Core Specification
    /// 5.3, volume 4, part E, 7.1.10, 7.7.24, 7.8.24 and 7.8.25; volume 3, part H, 3.6).
    public var holdsKey: Bool {
        guard case .hci(let type) = kind else { return false }
        func word(_ place: Int) -> UInt16? {
            place + 1 < payload.count ? UInt16(payload[place]) | UInt16(payload[place + 1]) << 8 : nil
        }
        switch type {
        case .command:
            // Link_Key_Request_Reply, LE_Enable_Encryption, LE_Long_Term_Key_Request_Reply.
            return word(0).map { [0x040B, 0x2019, 0x201A].contains($0) } ?? false
        case .event:
            // Link_Key_Notification.
            return payload.first == 0x18
        case .acl:
            // Encryption, identity and signing information on the Security Manager's channel.
            return word(6) == 0x0006 && payload.count > 8 && [0x06, 0x08, 0x0A].contains(payload[8])
        default:
            return false
        }
    }
}
