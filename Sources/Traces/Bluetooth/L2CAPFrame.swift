public import Ground

/// A frame of a logical channel, reassembled from its fragments.
public struct L2CAPFrame: Hashable, Sendable {
    /// The fixed channels of a Bluetooth LE connection.
    public enum Channel {
        public static let att: UInt16 = 4
        public static let signalling: UInt16 = 5
        public static let security: UInt16 = 6
    }

    public let adapter: UInt16
    /// The connection's handle.
    public let handle: UInt16
    /// The direction; nil if the capture does not have it.
    public let direction: FrameDirection?
    public let channel: UInt16
    public let payload: [UInt8]
    /// Whether the capture holds the whole frame rather than only its beginning.
    public let isComplete: Bool

    public init(
        adapter: UInt16 = 0, handle: UInt16, direction: FrameDirection?, channel: UInt16, payload: [UInt8],
        isComplete: Bool = true
    ) {
        self.adapter = adapter
        self.handle = handle
        self.direction = direction
        self.channel = channel
        self.payload = payload
        self.isComplete = isComplete
    }

    /// Splits the frame into fragments of at most `limit` bytes, as a host or a controller sends them.
    public func fragments(limit: Int) -> [ACLFragment] {
        precondition(limit >= 4, "the first fragment holds the frame's header")
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + payload.count)
        bytes.append(little: UInt16(clamping: payload.count))
        bytes.append(little: channel)
        bytes.append(contentsOf: payload.prefix(65_535))
        let first: ACLFragment.Boundary = direction == .inbound ? .firstFlushable : .first
        return stride(from: 0, to: bytes.count, by: limit).map { start in
            ACLFragment(
                handle: handle, start == 0 ? first : .continuation,
                data: Array(bytes[start..<min(start + limit, bytes.count)]))
        }
    }
}

/// An event decoded from a Bluetooth capture.
public struct CapturedBluetoothEvent: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case connected(BluetoothConnection)
        /// A failed connection attempt, with HCI's status.
        case connectionFailed(status: UInt8)
        /// The end of a connection, with HCI's reason.
        case disconnected(handle: UInt16, reason: UInt8)
        /// A change of encryption, with HCI's status; 0 means success.
        case encryption(handle: UInt16, status: UInt8, isOn: Bool)
        /// A change of the encryption key.
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
    /// The file offset of the packet with this event; for a fragmented frame, of the last one.
    public let offset: Int
    public let adapter: UInt16
    public let kind: Kind
}
