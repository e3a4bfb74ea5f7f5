import Ground
import Links
import Traces

/// A frame that viewers see as one packet: its own bytes, behind headers that are known beforehand.
///
/// Almost all events of a trace are such frames, which is why they are written without the detour of a `TraceRecord`.
struct PlainFrame {
    enum Kind {
        /// An ATT PDU in one ACL packet on the connection with this handle.
        case att(handle: UInt16)
        /// One UCI packet.
        case uci
    }

    let kind: Kind
    let direction: FrameDirection
    /// The frame's own bytes, as they were on the link.
    let body: [UInt8]

    var linkType: LinkType {
        switch kind {
        case .att: .bluetoothH4WithDirection
        case .uci: .firaUCI
        }
    }

    /// How many bytes stand before the frame's own.
    var headLength: Int {
        switch kind {
        case .att: BluetoothView.headLength
        case .uci: 0
        }
    }

    /// Writes what stands before the frame's own bytes.
    func writeHead(to fields: inout FieldWriter) {
        switch kind {
        case .att(let handle):
            fields.put(big: direction == .inbound ? UInt32(1) : 0)
            fields.put(HCIPacketType.acl.rawValue)
            let boundary = direction == .inbound ? ACLFragment.Boundary.firstFlushable : .first
            fields.put(handle | UInt16(boundary.rawValue) << 12)
            fields.put(UInt16(clamping: body.count + 4))
            fields.put(UInt16(clamping: body.count))
            fields.put(L2CAPFrame.Channel.att)
        case .uci: break
        }
    }
}

extension FrameView {
    /// Something that came as such a frame; nil where `show` says what viewers see.
    mutating func plain(_ inbound: Inbound) -> PlainFrame? {
        switch inbound {
        case .bluetooth(let name, .frame(let pdu)): bluetooth.plain(pdu, with: name, .inbound)
        case .kit(.bytes(let bytes)): kit.plain(bytes, .inbound)
        case .bluetooth, .kit, .reader, .stage, .console, .fault: nil
        }
    }

    /// Something that was sent as such a frame.
    mutating func plain(_ outbound: Outbound) -> PlainFrame? {
        switch outbound {
        case .bluetooth(let name, .frame(let pdu)): bluetooth.plain(pdu, with: name, .outbound)
        case .kit(.bytes(let bytes)): kit.plain(bytes, .outbound)
        case .bluetooth, .kit, .reader, .stage: nil
        }
    }
}
