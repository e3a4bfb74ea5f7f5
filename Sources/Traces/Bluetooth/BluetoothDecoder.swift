import Ground

/// Decodes a Bluetooth capture packet by packet: connections, encryption, and frames reassembled from fragments.
///
/// A connection that began before the capture is still decoded: its frames are reported with a note, once for each
/// handle.
public struct BluetoothDecoder: Sendable {
    /// The maximum number of connections tracked at a time; the oldest is dropped for a new one.
    public static let mostConnections = 64

    private struct Handle: Equatable {
        let adapter: UInt16
        let handle: UInt16
    }

    /// The connections that are up, according to the capture.
    public private(set) var connections: [BluetoothConnection] = []
    private var strangers: [Handle] = []
    private var reassembly = L2CAPReassembly()
    private var latest: (instant: WallInstant?, offset: Int, adapter: UInt16) = (nil, 0, 0)
    private var saidThatDirectionIsUnknown = false

    public init() {}

    /// The connection with a handle; nil if its beginning is not in the capture.
    public func connection(_ handle: UInt16, adapter: UInt16 = 0) -> BluetoothConnection? {
        connections.first { $0.handle == handle && $0.adapter == adapter }
    }

    /// Appends the events in a packet; one that is not an HCI packet gives a finding.
    public mutating func receive(_ packet: CapturedPacket, into events: inout [CapturedBluetoothEvent]) {
        latest = (packet.instant, packet.offset, latest.adapter)
        do throws(Malformed) {
            let frame = try HCIFrame(packet)
            latest.adapter = frame.adapter
            switch frame.kind {
            case .monitor(let opcode):
                if opcode == .deletedIndex || opcode == .closeIndex { reset(&events) }
                add(.monitor(MonitorRecord(opcode, frame.payload)), &events)
            case .hci(let type):
                try read(HCIPacket(type, frame.payload, isSnapped: packet.isSnapped), frame, &events)
            }
        } catch {
            add(.finding(Finding("capture.content", error, in: "packet at byte \(packet.offset)")), &events)
        }
    }

    /// Ends the capture; unfinished frames give findings.
    public mutating func finish(into events: inout [CapturedBluetoothEvent]) {
        for finding in reassembly.finish() { add(.finding(finding), &events) }
    }

    private mutating func read(
        _ packet: HCIPacket, _ frame: HCIFrame, _ events: inout [CapturedBluetoothEvent]
    ) throws(Malformed) {
        switch packet {
        case .acl(let fragment): read(fragment, frame, &events)
        case .event(let code, let parameters): try read(packet, code, parameters, &events)
        case .command(let opcode, _):
            // Reset ends all connections of the controller.
            if opcode == 0x0C03 { reset(&events) }
            add(.hci(packet), &events)
        case .synchronous, .isochronous: add(.hci(packet), &events)
        }
    }

    private mutating func read(_ fragment: ACLFragment, _ frame: HCIFrame, _ events: inout [CapturedBluetoothEvent]) {
        if frame.direction == nil, !saidThatDirectionIsUnknown {
            saidThatDirectionIsUnknown = true
            add(
                .finding(Finding("capture.content", .note, "the capture does not tell who sent an ACL packet")), &events
            )
        }
        let connection = connection(fragment.handle, adapter: frame.adapter)
        let handle = Handle(adapter: frame.adapter, handle: fragment.handle)
        if connection == nil, !strangers.contains(handle) {
            remember(handle)
            let meaning = "the connection with handle \(fragment.handle) began before the capture"
            add(.finding(Finding("capture.content", .note, meaning)), &events)
        }
        let outcome = reassembly.receive(fragment, adapter: frame.adapter, direction: frame.direction)
        for finding in outcome.findings { add(.finding(finding), &events) }
        guard let whole = outcome.frame else { return }
        switch whole.channel {
        case L2CAPFrame.Channel.att where connection?.transport != .classic: add(.att(whole), &events)
        case L2CAPFrame.Channel.security where connection?.transport != .classic: add(.security(whole), &events)
        default: add(.l2cap(whole), &events)
        }
    }

    /// Reads events of connections and encryption, and passes all others on unchanged.
    private mutating func read(
        _ packet: HCIPacket, _ code: UInt8, _ parameters: [UInt8], _ events: inout [CapturedBluetoothEvent]
    ) throws(Malformed) {
        var reader = ByteReader(parameters)
        switch code {
        case 0x05:  // Disconnection Complete
            guard try reader.u8("a disconnection's status") == 0 else { return add(.hci(packet), &events) }
            let handle = try reader.u16("a disconnection's handle") & 0x0FFF
            let reason = try reader.u8("a disconnection's reason")
            forget(handle, &events)
            add(.disconnected(handle: handle, reason: reason), &events)
        case 0x08, 0x59:  // Encryption Change, the second with the size of the key
            let status = try reader.u8("an encryption's status")
            let handle = try reader.u16("an encryption's handle") & 0x0FFF
            let isOn = try reader.u8("an encryption's state") != 0
            add(.encryption(handle: handle, status: status, isOn: isOn), &events)
        case 0x30:  // Encryption Key Refresh Complete
            let status = try reader.u8("an encryption's status")
            let handle = try reader.u16("an encryption's handle") & 0x0FFF
            add(.encryptionRefreshed(handle: handle, status: status), &events)
        default:
            if let connection = try BluetoothConnection(event: code, parameters, adapter: latest.adapter) {
                forget(connection.handle, &events)
                if connections.count == Self.mostConnections { connections.removeFirst() }
                connections.append(connection)
                add(.connected(connection), &events)
            } else if let status = Self.failedConnection(code, parameters) {
                add(.connectionFailed(status: status), &events)
            } else {
                add(.hci(packet), &events)
            }
        }
    }

    /// The status of a connection event that reports a failure.
    private static func failedConnection(_ code: UInt8, _ parameters: [UInt8]) -> UInt8? {
        switch (code, parameters.first) {
        case (0x03, let status?): status
        case (0x3E, 0x01?), (0x3E, 0x0A?), (0x3E, 0x29?): parameters.dropFirst().first
        default: nil
        }
    }

    private mutating func remember(_ handle: Handle) {
        if strangers.count == Self.mostConnections { strangers.removeFirst() }
        strangers.append(handle)
    }

    private mutating func forget(_ handle: UInt16, _ events: inout [CapturedBluetoothEvent]) {
        let adapter = latest.adapter
        for finding in reassembly.drop(handle: handle, adapter: adapter) { add(.finding(finding), &events) }
        connections.removeAll { $0.handle == handle && $0.adapter == adapter }
        strangers.removeAll { $0 == Handle(adapter: adapter, handle: handle) }
    }

    private mutating func reset(_ events: inout [CapturedBluetoothEvent]) {
        let adapter = latest.adapter
        for finding in reassembly.drop(adapter: adapter) { add(.finding(finding), &events) }
        connections.removeAll { $0.adapter == adapter }
        strangers.removeAll { $0.adapter == adapter }
    }

    private func add(_ kind: CapturedBluetoothEvent.Kind, _ events: inout [CapturedBluetoothEvent]) {
        events.append(
            CapturedBluetoothEvent(instant: latest.instant, offset: latest.offset, adapter: latest.adapter, kind: kind))
    }
}
