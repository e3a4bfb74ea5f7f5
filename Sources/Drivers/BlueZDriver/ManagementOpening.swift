import Ground
import OperatingSystem

/// A Bluetooth management socket opened by some program, as reported by the monitor channel.
///
/// The layout is that of Linux 6.1, and not in the fact sheets: cookie u32, format u16, version (3 octets), flags
/// u32, length u8, name. Format 2 is management; the name is that of the opening thread, padded with zeros.
struct ManagementOpening: Hashable, Sendable {
    /// The monitor's opcode for "control channel open" (facts/bluez.md, 3.1).
    static let opcode: UInt16 = 14
    private static let format: UInt16 = 2

    /// The name of the thread that opened it, at most 15 characters.
    let program: String

    /// Returns nil if the packet is not about a management socket.
    init?(_ packet: MonitorPacket) {
        guard packet.opcode == Self.opcode else { return nil }
        var reader = ByteReader(packet.payload)
        guard (try? reader.take(4, "cookie")) != nil, (try? reader.u16("format")) == Self.format,
            (try? reader.take(7, "version and flags")) != nil, let length = try? reader.u8("length of the name"),
            let name = try? reader.take(Int(length), "name")
        else { return nil }
        program = String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Detects each program that starts to use Bluetooth's management, before the program has done anything with it.
///
/// A daemon that is looked for only once a second can answer instead of the rig before it is detected, or disappear
/// again.
struct ManagementOpenings: Sendable {
    /// The socket, readable when there is something to take.
    let socket: FileDescriptor

    /// Opens the socket; the kernel also reports management sockets that are already open. Returns nil without
    /// CAP_NET_RAW.
    init?() {
        guard let socket = try? BluetoothSockets.monitor(of: ManagementOpening.opcode) else { return nil }
        self.socket = socket
    }

    /// Returns whether bluetoothd has opened one since the last call. Does not block.
    func bluetoothdCame() -> Bool {
        var came = false
        while case .datagram(let bytes) = BluetoothSockets.receive(socket) {
            guard let packet = try? MonitorPacket(decoding: bytes, at: Instant(nanoseconds: 0)) else { continue }
            if ManagementOpening(packet)?.program == BluetoothDaemon.name { came = true }
        }
        return came
    }
}
