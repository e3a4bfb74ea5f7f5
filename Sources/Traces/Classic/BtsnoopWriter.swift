public import Ground

/// Writes btsnoop files: HCI as Android does, or the Linux monitor form that btmon reads.
///
/// Like the other writer it opens no file: it returns a header and then records, each complete (bluez.md
/// 3.2).
public struct BtsnoopWriter: Sendable {
    /// The form of the records; HCI without a type byte is not supported.
    public enum Form: Hashable, Sendable {
        case h4
        case monitor
    }

    private let form: Form

    public init(_ form: Form) { self.form = form }

    /// The 16 bytes that begin the file.
    public var header: [UInt8] {
        var bytes = Btsnoop.magic
        bytes.append(big: UInt32(1))
        bytes.append(big: form == .h4 ? BtsnoopDataLink.h4.rawValue : BtsnoopDataLink.monitor.rawValue)
        return bytes
    }

    /// Appends a packet as a record; throws if this form of the file cannot represent it.
    ///
    /// The monitor form accepts Linux monitor packets and HCI. The H4 form accepts HCI, and the HCI packets of the
    /// monitor.
    public func append(_ packet: CapturedPacket, to file: inout [UInt8]) throws(Malformed) {
        let record: (flags: UInt32, bytes: [UInt8])
        let frame = try HCIFrame(packet)
        switch form {
        case .h4:
            guard let h4 = frame.h4 else { throw Malformed(at: 0, "a monitor's record of no HCI packet") }
            guard let direction = frame.direction else {
                throw Malformed(at: 0, "an ACL packet of unknown direction cannot be written to btsnoop")
            }
            // Bit 0: received; bit 1: command or event.
            let isData = h4.first.map { $0 != 1 && $0 != 4 } ?? true
            record = ((direction == .inbound ? 1 : 0) | (isData ? 0 : 2), h4)
        case .monitor:
            guard let monitor = frame.monitor else {
                throw Malformed(at: 0, "an ACL packet of unknown direction cannot be written to btsnoop")
            }
            record = (UInt32(frame.adapter) << 16 | UInt32(monitor.opcode.rawValue), monitor.payload)
        }
        let missing = packet.originalLength - packet.bytes.count
        let nanoseconds = packet.instant?.nanoseconds ?? 0
        // Rounds down, before and after 1970.
        let microseconds = nanoseconds / 1_000 - (nanoseconds % 1_000 < 0 ? 1 : 0)
        file.append(big: UInt32(clamping: record.bytes.count + missing))
        file.append(big: UInt32(clamping: record.bytes.count))
        file.append(big: record.flags)
        file.append(big: UInt32(0))
        file.append(big: UInt64(bitPattern: microseconds + Btsnoop.epoch))
        file.append(contentsOf: record.bytes)
    }
}
