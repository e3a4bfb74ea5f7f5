internal import CBlueZ
internal import CLinux
import Glibc
public import Ground
import OperatingSystem

extension BluetoothSockets {
    /// A datagram with its full size, and the CLOCK_REALTIME at which it was queued; nil if the kernel did not report
    /// it.
    struct Stamped {
        let bytes: [UInt8]
        let size: Int
        let stamp: Ground.Lapse?
    }

    /// Opens a socket on the monitor channel, which reports all existing adapters and everything that happens.
    ///
    /// Requires CAP_NET_RAW. `room` is in bytes and includes the kernel's own overhead per datagram.
    static func monitor(room: Int) throws(SystemError) -> FileDescriptor {
        try monitor { (socket) throws(SystemError) in
            guard trammel_stamp_datagrams(socket.number) == 0 else { throw SystemError.last("SO_TIMESTAMPNS") }
            trammel_widen_receiving(socket.number, Int32(clamping: room))
        }
    }

    /// Opens a socket on the monitor channel that receives only packets with this opcode. Requires CAP_NET_RAW.
    static func monitor(of opcode: UInt16) throws(SystemError) -> FileDescriptor {
        try monitor { (socket) throws(SystemError) in
            guard trammel_receive_only(socket.number, opcode) == 0 else { throw SystemError.last("SO_ATTACH_FILTER") }
        }
    }

    /// Opens a monitor socket; options that must apply to every datagram are set before the kernel starts reporting.
    private static func monitor(
        _ prepare: (FileDescriptor) throws(SystemError) -> Void
    ) throws(SystemError) -> FileDescriptor {
        let socket = try open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI)
        try prepare(socket)
        try bind(socket, to: UInt16(HCI_CHANNEL_MONITOR), of: UInt16(HCI_DEV_NONE), "the Bluetooth monitor channel")
        return socket
    }

    /// Receives the next datagram, as far as it fits into the buffer; returns nil if none is pending.
    static func receiveStamped(
        _ socket: FileDescriptor, into buffer: UnsafeMutableRawBufferPointer
    ) throws(SystemError) -> Stamped? {
        var stamp = timespec()
        var size = 0
        repeat {
            size = unsafe trammel_receive_stamped(socket.number, buffer.baseAddress, buffer.count, &stamp)
        } while size < 0 && errno == EINTR
        if size < 0, errno == EAGAIN { return nil }
        guard size >= 0 else { throw SystemError.last("receive from the Bluetooth monitor channel") }
        let isStamped = stamp.tv_sec != 0 || stamp.tv_nsec != 0
        return Stamped(
            bytes: unsafe Array(buffer[..<min(size, buffer.count)]), size: size,
            stamp: isStamped ? Lapse(kernelTime: stamp) : nil)
    }

    /// Returns the number of datagrams that the socket had no room for.
    static func lost(_ socket: FileDescriptor) -> Int { Int(trammel_dropped_datagrams(socket.number)) }
}

/// A datagram of the kernel's monitor channel: the packet, its adapter and its time.
///
/// Six octets of header, all little-endian: opcode, adapter, length of the remainder (facts/bluez.md, 3.1).
public struct MonitorPacket: Hashable, Sendable {
    /// The adapter index of packets without an adapter.
    public static let noAdapter: UInt16 = 0xFFFF
    /// A controller's internal diagnostics, in a vendor-specific format.
    public static let vendorDiagnostics: UInt16 = 11

    /// The kind of packet: 2 a command, 3 an event, 4 and 5 data out and in, 16 and 17 management.
    public let opcode: UInt16
    /// The kernel's index of the adapter: 0 for `hci0`.
    public let adapter: UInt16
    /// The instant at which the kernel handled the packet.
    public let instant: Instant
    public let payload: [UInt8]
    /// The packet's original length in octets, greater than the payload's if the kernel truncated it.
    public let originalLength: Int

    public init(opcode: UInt16, adapter: UInt16, instant: Instant, payload: [UInt8], originalLength: Int? = nil) {
        self.opcode = opcode
        self.adapter = adapter
        self.instant = instant
        self.payload = payload
        self.originalLength = originalLength ?? payload.count
    }

    /// Decodes a datagram; `size` is its full size if it was longer than the bytes received.
    init(decoding bytes: some Collection<UInt8>, size: Int? = nil, at instant: Instant) throws(Malformed) {
        var reader = ByteReader(Array(bytes))
        opcode = try reader.u16("monitor opcode")
        adapter = try reader.u16("monitor adapter")
        let length = Int(try reader.u16("monitor length"))
        let isCut = size.map { $0 > bytes.count } ?? false
        payload = try reader.take(isCut ? min(length, reader.remaining) : length, "monitor payload")
        try reader.finish("monitor packet")
        originalLength = length
        self.instant = instant
    }
}
