import Ground
import Links
import Traces

/// Bluetooth events and requests as HCI packets of link type 201, with a connection handle for each accessory.
///
/// ATT PDUs are unchanged. Everything else (advertising reports, connections and their ends, encryption) is composed
/// from the link's events, because neither a simulated accessory nor the kernel's ATT socket has HCI packets. Values
/// that the link does not report are taken from public traces of an iPhone.
struct BluetoothView: Sendable {
    /// The handle of the first accessory.
    static let firstHandle: UInt16 = 0x0040
    /// The number of handles.
    static let handles: UInt16 = 0x0F00
    /// The number of bytes before an ATT PDU: direction, packet type, ACL header, L2CAP header.
    static let headLength = 13
    /// The longest PDU that fits one ACL packet.
    static let longest = 65_531

    private var accessories: [AccessoryName] = []

    /// Returns a PDU in one ACL packet; nil if it is too long.
    mutating func plain(_ pdu: [UInt8], with name: AccessoryName, _ direction: FrameDirection) -> PlainFrame? {
        guard pdu.count <= Self.longest else { return nil }
        return PlainFrame(
            linkType: .bluetoothH4WithDirection, direction: direction, head: .att(handle: handle(of: name)), body: pdu)
    }

    mutating func show(_ event: BluetoothEvent, on link: LinkID) -> FrameView.Shown? {
        let handle = handle(of: link.accessoryOnBluetooth)
        let packet: FrameView.Shown? =
            switch event {
            case .frame: nil
            case .discovered(let advertisement): Self.show(advertisement)
            case .connected(let address): Self.event(0x3E, Self.connection(handle, address))
            case .encrypted: Self.event(0x08, [0, Self.low(handle), Self.high(handle), 1])
            case .connectionParametersRequested(let parameters): Self.show(parameters, handle)
            case .disconnected(let reason): Self.event(0x05, [0, Self.low(handle), Self.high(handle), reason.code])
            case .connectFailed, .pairingBegan, .pairingFailed, .finding: FrameView.Shown()
            }
        return packet?.saying(event.remark(on: link))
    }

    mutating func show(_ request: BluetoothRequest, on link: LinkID) -> FrameView.Shown? {
        let handle = handle(of: link.accessoryOnBluetooth)
        switch request {
        case .frame: return nil
        case .connect, .find, .pair, .forget: return request.remark(on: link)
        case .disconnect:
            // Disconnect, with the reason that the user ended the connection.
            let command = HCIPacket.command(opcode: 0x0406, parameters: [Self.low(handle), Self.high(handle), 0x13])
            return Self.show(command, .outbound)
        }
    }

    /// Returns the accessory's handle; handles are assigned in order of first appearance, and accessories beyond the
    /// last handle share it.
    private mutating func handle(of name: AccessoryName) -> UInt16 {
        let place = accessories.firstIndex(of: name) ?? accessories.count
        if place == accessories.count, place < Self.handles - Self.firstHandle { accessories.append(name) }
        return min(Self.firstHandle + UInt16(clamping: place), Self.handles - 1)
    }

    // MARK: Packets

    private static func show(_ packet: HCIPacket, _ direction: FrameDirection) -> FrameView.Shown? {
        let bytes = HCIFrame(packet.type, direction, payload: packet.payload).bytes(as: .bluetoothH4WithDirection)
        return FrameView.Shown(packet: bytes, direction: direction)
    }

    private static func event(_ code: UInt8, _ parameters: [UInt8]) -> FrameView.Shown? {
        show(HCIPacket.event(code: code, parameters: parameters), .inbound)
    }

    /// LE Connection Complete: the phone is the central.
    private static func connection(_ handle: UInt16, _ address: BluetoothAddress) -> [UInt8] {
        let usual = ConnectionParameters.iPhone
        var parameters: [UInt8] = [0x01, 0, low(handle), high(handle), 0, address.kind == .public ? 0 : 1]
        parameters += address.wire
        parameters.append(little: usual.maximumInterval)
        parameters.append(little: usual.latency)
        parameters.append(little: usual.supervisionTimeout)
        parameters.append(0)
        return parameters
    }

    /// LE Advertising Report, connectable; data that exceeds an advertisement of 31 bytes is in the record.
    private static func show(_ advertisement: Advertisement) -> FrameView.Shown? {
        var data: [UInt8] = [2, 0x01, 0x06]
        func add(_ type: UInt8, _ value: [UInt8]) {
            guard data.count + 2 + value.count <= 31 else { return }
            data += [UInt8(value.count + 1), type] + value
        }
        for service in advertisement.services {
            guard let uuid = [UInt8](hex: service.filter { $0 != "-" }) else { continue }
            if uuid.count == 2 { add(0x03, uuid.reversed()) }
            if uuid.count == 16 { add(0x07, uuid.reversed()) }
        }
        if let name = advertisement.name { add(0x09, Array(name.utf8)) }
        var parameters: [UInt8] = [0x02, 1, 0, advertisement.address.kind == .public ? 0 : 1]
        parameters += advertisement.address.wire + [UInt8(data.count)] + data
        // 127 means that the signal strength is unknown.
        parameters.append(UInt8(bitPattern: advertisement.rssi ?? 127))
        return event(0x3E, parameters)
    }

    /// Connection Parameter Update Request on the signalling channel; its identifier is made up.
    private static func show(_ parameters: ConnectionParameters, _ handle: UInt16) -> FrameView.Shown? {
        var payload: [UInt8] = [0x12, 1, 8, 0]
        payload.append(little: parameters.minimumInterval)
        payload.append(little: parameters.maximumInterval)
        payload.append(little: parameters.latency)
        payload.append(little: parameters.supervisionTimeout)
        let frame = L2CAPFrame(
            handle: handle, direction: .inbound, channel: L2CAPFrame.Channel.signalling, payload: payload)
        return frame.fragments(limit: longest).first.flatMap { show(.acl($0), .inbound) }
    }

    private static func low(_ handle: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: handle) }  // its lower half
    private static func high(_ handle: UInt16) -> UInt8 { UInt8(truncatingIfNeeded: handle >> 8) }
}

extension DisconnectReason {
    /// HCI's code for the reason; unspecified if the link reports none.
    fileprivate var code: UInt8 {
        switch self {
        case .remote: 0x13
        case .supervisionTimeout: 0x08
        case .local: 0x16
        case .authentication: 0x05
        case .reset, .unacknowledged, .other: 0x1F
        }
    }
}
