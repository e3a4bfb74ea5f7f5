import Recordings
import Traces

extension CapturedPacket {
    /// A captured packet in words: for the kernel's monitor, the adapter and the kind of packet.
    var kernelText: String {
        guard linkType == .bluetoothLinuxMonitor, bytes.count >= 4 else {
            let arrow = direction.map { $0 == .inbound ? "<- " : "-> " } ?? ""
            if linkType == .rawIP, let text = multicastText { return arrow + text }
            return "\(arrow)\(linkType), \(bytes.shown())"
        }
        // Adapter and opcode, big-endian.
        let adapter = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
        let opcode = MonitorOpcode(rawValue: UInt16(bytes[2]) << 8 | UInt16(bytes[3]))
        let place = adapter == 0xFFFF ? "the kernel" : "hci\(adapter)"
        let payload = bytes.count > 4 ? ", \(Array(bytes[4...]).shown())" : ""
        return "\(place), \(opcode.words)\(payload)"
    }
}

extension MonitorOpcode {
    /// The kind of packet in a few words, from the host's point of view (bluez.md 3.1).
    fileprivate var words: String {
        switch self {
        case .newIndex: "new adapter"
        case .deletedIndex: "adapter gone"
        case .command: "command"
        case .event: "event"
        case .aclOut: "data sent"
        case .aclIn: "data received"
        case .synchronousOut: "synchronous data sent"
        case .synchronousIn: "synchronous data received"
        case .openIndex: "adapter opened"
        case .closeIndex: "adapter closed"
        case .indexInformation: "adapter's address and maker"
        case .vendorDiagnostics: "vendor's diagnostics"
        case .systemNote: "note"
        case .userLogging: "somebody's log"
        case .controlOpen: "control channel opened"
        case .controlClose: "control channel closed"
        case .controlCommand: "management command"
        case .controlEvent: "management event"
        case .isochronousOut: "isochronous data sent"
        case .isochronousIn: "isochronous data received"
        default: "opcode \(rawValue)"
        }
    }
}
