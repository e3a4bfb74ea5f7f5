import Links
public import Traces

/// A frame that viewers see as one packet: its raw bytes after headers known in advance.
///
/// Almost all events of a trace are such frames, so they are written without the detour of a `TraceRecord`.
public struct PlainFrame {
    enum Head {
        /// The HCI and L2CAP headers of an ATT PDU in one ACL packet on the connection with this handle.
        case att(handle: UInt16)
        case bytes([UInt8])
    }

    public let linkType: LinkType
    public let direction: FrameDirection
    let head: Head
    /// The frame's bytes, as on the link.
    public let body: [UInt8]

    /// The number of bytes before the frame's own.
    public var headLength: Int {
        switch head {
        case .att: BluetoothView.headLength
        case .bytes(let bytes): bytes.count
        }
    }

    /// Writes the headers before the frame's own bytes.
    public func writeHead(to fields: inout FieldWriter) {
        switch head {
        case .att(let handle):
            fields.put(big: direction == .inbound ? UInt32(1) : 0)
            fields.put(HCIPacketType.acl.rawValue)
            let boundary = direction == .inbound ? ACLFragment.Boundary.firstFlushable : .first
            fields.put(handle | UInt16(boundary.rawValue) << 12)
            fields.put(UInt16(clamping: body.count + 4))
            fields.put(UInt16(clamping: body.count))
            fields.put(L2CAPFrame.Channel.att)
        case .bytes(let bytes): for byte in bytes { fields.put(byte) }
        }
    }
}
