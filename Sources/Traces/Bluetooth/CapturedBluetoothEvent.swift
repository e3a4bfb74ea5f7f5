public import Ground

/// What a packet of a Bluetooth capture means.
public struct CapturedBluetoothEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case connected(BluetoothConnection)
        /// A connection that did not come about, with HCI's status.
        case connectionFailed(status: UInt8)
        /// With HCI's reason.
        case disconnected(handle: UInt16, reason: UInt8)
        /// With HCI's status; 0 says that it was done.
        case encryption(handle: UInt16, status: UInt8, isOn: Bool)
        /// Encryption went on with a new key.
        case encryptionRefreshed(handle: UInt16, status: UInt8)
        /// A PDU of the Attribute Protocol.
        case att(L2CAPFrame)
        /// A PDU of the Security Manager.
        case security(L2CAPFrame)
        /// A frame of another channel.
        case l2cap(L2CAPFrame)
        /// Any other HCI packet.
        case hci(HCIPacket)
        /// A record of the monitor channel that is not HCI.
        case monitor(MonitorRecord)
        case finding(Finding)
    }

    public let instant: WallInstant?
    /// The offset in the file of the packet that brought it; of the last one for a frame in fragments.
    public let offset: Int
    public let adapter: UInt16
    public let kind: Kind
}
