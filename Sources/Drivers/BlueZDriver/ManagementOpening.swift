import Ground
import OperatingSystem

/// A socket for Bluetooth's management that some program opened, as the monitor channel tells of it.
///
/// The layout is that of Linux 6.1, and not in the fact sheets: cookie u32, format u16, version (3 octets), flags u32,
/// length u8, name. Format 2 is management; the name is the opening thread's, filled up with zeros.
struct ManagementOpening: Hashable, Sendable {
    /// The monitor's number for "control channel open" (facts/bluez.md, 3.1).
    static let opcode: UInt16 = 14
    private static let format: UInt16 = 2

    /// The name of the thread that opened it, at most 15 characters.
    let program: String

    /// Nil for what is no management socket.
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

/// Hears of each program that begins to use Bluetooth's management, before the program has done anything with it.
///
/// A daemon that is looked for once a second can answer in an accessory's place before it is seen, or be gone again.
struct ManagementOpenings: Sendable {
    /// Readable when there is something to take.
    let socket: FileDescriptor

    /// The kernel tells of those that are open already, too. Nil without CAP_NET_RAW.
    init?() {
        guard let socket = try? BluetoothSockets.monitor(of: ManagementOpening.opcode) else { return nil }
        self.socket = socket
    }

    /// Whether bluetoothd was among those that opened one since the last call. Does not wait.
    func bluetoothdCame() -> Bool {
        var came = false
        while case .datagram(let bytes) = BluetoothSockets.receive(socket) {
            guard let packet = try? MonitorPacket(decoding: bytes, at: Instant(nanoseconds: 0)) else { continue }
            if ManagementOpening(packet)?.program == BluetoothDaemon.name { came = true }
        }
        return came
    }
}
