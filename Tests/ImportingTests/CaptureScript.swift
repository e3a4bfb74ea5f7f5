import Captures
import GATT
import Ground
import Links
import NearbyInteraction
import Recordings
import Testing
import Traces

/// A synthetic capture: a phone, or an accessory's host, that speaks ATT on one handle.
struct CaptureScript {
    static let address = BluetoothAddress(value: 0x0011_2233_4455)
    var packets: [CapturedPacket] = []
    private var wall = WallInstant(nanoseconds: 1_700_000_000_000_000_000)

    /// Adds an LE Connection Complete for handle 0x40; role 0 is the central.
    mutating func connect(role: UInt8 = 0) {
        var parameters: [UInt8] = [0x01, 0, 0x40, 0, role, 0] + Self.address.wire
        parameters += [24, 0, 0, 0, 72, 0, 0]
        add(.event(code: 0x3E, parameters: parameters), .inbound)
    }

    mutating func disconnect() { add(.event(code: 0x05, parameters: [0, 0x40, 0, 0x13]), .inbound) }

    /// Adds a PDU in fragments of at most `limit` bytes.
    mutating func att(_ pdu: ATTPDU, _ direction: FrameDirection, limit: Int = 27) {
        let frame = L2CAPFrame(
            handle: 0x40, direction: direction, channel: L2CAPFrame.Channel.att, payload: pdu.encoded)
        for fragment in frame.fragments(limit: limit) { add(.acl(fragment), direction) }
    }

    mutating func add(_ packet: HCIPacket, _ direction: FrameDirection) {
        wall = wall + .milliseconds(10)
        let bytes = HCIFrame(packet.type, direction, payload: packet.payload).bytes(as: .bluetoothH4WithDirection) ?? []
        packets.append(
            CapturedPacket(instant: wall, linkType: .bluetoothH4WithDirection, direction: direction, bytes: bytes))
    }

    mutating func uci(_ bytes: [UInt8], _ direction: FrameDirection?, linkType: LinkType = .firaUCI) {
        wall = wall + .milliseconds(10)
        packets.append(CapturedPacket(instant: wall, linkType: linkType, direction: direction, bytes: bytes))
    }

    /// The capture as btsnoop.
    var btsnoop: [UInt8] {
        get throws {
            let writer = BtsnoopWriter(.h4)
            var file = writer.header
            for packet in packets { try writer.append(packet, to: &file) }
            return file
        }
    }

    /// The capture as pcapng, with an interface for each link type.
    var pcapng: [UInt8] {
        var writer = PcapngWriter()
        var file = writer.section(.init(application: "somebody"))
        var types: [LinkType] = []
        for var packet in packets {
            if !types.contains(packet.linkType) {
                types.append(packet.linkType)
                file += writer.interface(packet.linkType, name: "somewhere")
            }
            packet.interface = types.firstIndex(of: packet.linkType) ?? 0
            writer.append(packet, to: &file)
        }
        return file
    }

    static let accessoryData = AccessoryConfigurationData(role: .responder, address: ShortAddress(rawValue: 0x1122))
    static let notification = ATTPDU.notification(0x0014, [0x01] + accessoryData.encoded)
    static let write = ATTPDU.writeRequest(0x0012, [0x0A])
}

/// A capture as a trace, with remarks.
struct ImportedTrace {
    let events: [TraceEvent]
    let remarks: [String]
    let damage: CaptureError?
}

/// Imports a file in pieces of a given size, in two passes.
func imported(_ file: [UInt8], by size: Int = 4_096) throws(ImportRefusal) -> ImportedTrace {
    let pieces = stride(from: 0, to: file.count, by: size).map { file[$0..<min($0 + size, file.count)] }
    var survey = CaptureSurvey()
    for piece in pieces { try survey.receive(piece) }
    let plan = try survey.finish()
    var capture = CaptureImport(plan, program: "test")
    var events = capture.beginning
    for piece in pieces { events += try capture.receive(piece) }
    events += try capture.finish()
    return ImportedTrace(events: events, remarks: plan.remarks, damage: plan.damage)
}

extension ImportedTrace {
    /// The frames, as seen by the phone's side.
    var frames: [String] {
        events.compactMap {
            switch $0 {
            case .received(let arrival, _, let number): "\(number) in \(arrival.inbound)"
            case .sent(let outbound, _, let number): "\(number) out \(outbound)"
            default: nil
            }
        }
    }

    func says(_ part: String) -> Bool { remarks.contains { $0.contains(part) } }

    /// The events as a file.
    var file: [UInt8] {
        var writer = TraceWriter()
        var bytes: [UInt8] = []
        for event in events { writer.append(event, to: &bytes) }
        return bytes
    }
}
