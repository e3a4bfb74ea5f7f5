public import Ground

/// A connection as the controller reported it.
public struct BluetoothConnection: Hashable, Sendable {
    public enum Transport: String, Hashable, Sendable {
        case lowEnergy
        case classic
    }

    public enum Role: String, Hashable, Sendable {
        case central
        case peripheral
    }

    public let adapter: UInt16
    public let handle: UInt16
    public let transport: Transport
    /// The role of the capturing machine; nil on classic connections, whose event does not state it.
    public let role: Role?
    /// The peer's address, or its identity if the controller resolved one.
    public let peer: BluetoothAddress
    /// The private address that the peer used on the air, if the event has one.
    public let peerPrivateAddress: BluetoothAddress?

    /// Reads the parameters of an event that reports a connection; nil if it is another event or reports a failure.
    ///
    /// These are Connection Complete (3) and the subevents Connection Complete (1) and Enhanced Connection Complete
    /// (0x0A, 0x29) of LE Meta (0x3E). Core Specification, volume 4, part E, section 7.7, from general knowledge.
    init?(event code: UInt8, _ parameters: [UInt8], adapter: UInt16) throws(Malformed) {
        var reader = ByteReader(parameters)
        if code == 0x03 {
            guard try reader.u8("a connection's status") == 0 else { return nil }
            handle = try reader.u16("a connection's handle") & 0x0FFF
            transport = .classic
            role = nil
            peer = try Self.address(&reader, .public)
            peerPrivateAddress = nil
        } else {
            guard code == 0x3E else { return nil }
            let subevent = try reader.u8("an LE event's code")
            guard [0x01, 0x0A, 0x29].contains(subevent) else { return nil }
            guard try reader.u8("a connection's status") == 0 else { return nil }
            handle = try reader.u16("a connection's handle") & 0x0FFF
            transport = .lowEnergy
            role = try reader.u8("a connection's role") == 0 ? .central : .peripheral
            // 0 is public and 1 random; 2 and 3 are the same for an identity that the controller resolved.
            let kind = try reader.u8("a peer's address type")
            peer = try Self.address(&reader, kind & 1 == 0 ? .public : .random)
            if subevent == 0x01 {
                peerPrivateAddress = nil
            } else {
                _ = try reader.take(6, "a connection's local private address")
                let address = try Self.address(&reader, .random)
                peerPrivateAddress = address.value == 0 ? nil : address
            }
        }
        self.adapter = adapter
    }

    private static func address(
        _ reader: inout ByteReader, _ kind: BluetoothAddress.Kind
    ) throws(Malformed) -> BluetoothAddress {
        let place = reader.offset
        guard let address = BluetoothAddress(wire: try reader.take(6, "a peer's address"), kind: kind) else {
            throw Malformed(at: place, "a peer's address has 6 bytes")
        }
        return address
    }
}
