import Ground
import Links
import Traces

/// Bluetooth events and requests as HCI packets of link type 201, with a connection handle for each accessory.
struct BluetoothView: Sendable {
    /// The handle of the first accessory.
    static let firstHandle: UInt16 = 0x0040
    /// How many bytes stand before an ATT PDU: direction, packet type, ACL header, L2CAP header.
    static let headLength = 13
    /// The longest PDU that one ACL packet holds.
    static let longest = 65_531

    private var accessories: [AccessoryName] = []

    mutating func show(_ event: Links.BluetoothEvent, of name: AccessoryName) -> FrameView.Shown? {
        let handle = handle(of: name)
        switch event {
        case .frame(let pdu): return Self.show(pdu, handle, .inbound)
        case .discovered, .connected, .connectFailed, .encrypted, .pairingFailed, .connectionParametersRequested,
            .finding, .disconnected:
            return nil
        }
    }

    mutating func show(_ request: BluetoothRequest, to name: AccessoryName) -> FrameView.Shown? {
        let handle = handle(of: name)
        switch request {
        case .frame(let pdu): return Self.show(pdu, handle, .outbound)
        case .connect, .find, .pair, .forget, .disconnect: return nil
        }
    }

    private static func show(_ pdu: [UInt8], _ handle: UInt16, _ direction: FrameDirection) -> FrameView.Shown? {
        guard pdu.count <= longest else { return nil }
        var packet: [UInt8] = []
        packet.reserveCapacity(headLength + pdu.count)
        packet.append(big: direction == .inbound ? UInt32(1) : 0)
        packet.append(HCIPacketType.acl.rawValue)
        let boundary = direction == .inbound ? ACLFragment.Boundary.firstFlushable : .first
        packet.append(little: handle | UInt16(boundary.rawValue) << 12)
        packet.append(little: UInt16(clamping: pdu.count + 4))
        packet.append(little: UInt16(clamping: pdu.count))
        packet.append(little: L2CAPFrame.Channel.att)
        packet.append(contentsOf: pdu)
        return FrameView.Shown(
            packet: packet, linkType: .bluetoothH4WithDirection, direction: direction,
            content: (UInt8(headLength), nil))
    }

    /// A handle of its own for each accessory, in the order in which they are first heard of.
    private mutating func handle(of name: AccessoryName) -> UInt16 {
        let place = accessories.firstIndex(of: name) ?? accessories.count
        if place == accessories.count { accessories.append(name) }
        return (Self.firstHandle + UInt16(truncatingIfNeeded: place)) & 0x0EFF  // beyond 3,775 they repeat
    }
}
