import ATT
import Ground

/// Puts together what a phone writes: at once, or in parts that are executed at last.
struct WriteAssembly: Sendable {
    /// The longest value that an attribute can have (Core Specification, volume 3, part F, section 3.2.9).
    private static let longestValue = 512

    private var handle: AttributeHandle?
    private var parts: [UInt8] = []

    /// Takes one PDU of the phone; gives the value that it completes, and where it is written.
    mutating func take(_ pdu: ATTPDU) -> (handle: AttributeHandle, value: [UInt8])? {
        switch pdu {
        case .writeRequest(let handle, let value), .writeCommand(let handle, let value),
            .signedWriteCommand(let handle, let value, _):
            return (handle, value)
        case .prepareWriteRequest(let handle, let offset, let part):
            if self.handle != handle { (self.handle, parts) = (handle, []) }
            if parts.count == Int(offset), parts.count + part.count <= Self.longestValue { parts += part }
            return nil
        case .executeWriteRequest(let flags):
            defer { (handle, parts) = (nil, []) }
            guard flags == .write, let handle else { return nil }
            return (handle, parts)
        default: return nil
        }
    }
}
