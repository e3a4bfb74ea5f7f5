internal import CBlueZ
internal import CLinux
import Glibc
public import Ground
import OperatingSystem

extension BluetoothSockets {
    /// A datagram with its own length, and when it was queued by CLOCK_REALTIME; nil where the kernel did not say.
    struct Stamped {
        let bytes: [UInt8]
        let size: Int
        let stamp: Ground.Span?
    }

    /// A socket on the monitor channel: the kernel tells it of all adapters that there are, and all that happens.
    ///
    /// Needs CAP_NET_RAW. `room` is in bytes; the kernel counts its own overhead of each datagram in.
    static func monitor(room: Int) throws(SystemError) -> FileDescriptor {
        try monitor { (socket) throws(SystemError) in
            guard trammel_stamp_datagrams(socket.number) == 0 else { throw SystemError.last("SO_TIMESTAMPNS") }
            trammel_widen_receiving(socket.number, Int32(clamping: room))
        }
    }

    /// A socket on the monitor channel that is told of nothing but packets with this opcode. Needs CAP_NET_RAW.
    static func monitor(of opcode: UInt16) throws(SystemError) -> FileDescriptor {
        try monitor { (socket) throws(SystemError) in
            guard trammel_receive_only(socket.number, opcode) == 0 else { throw SystemError.last("SO_ATTACH_FILTER") }
        }
    }

    /// What is to hold for each datagram is set before the kernel begins to tell.
    private static func monitor(
        _ prepare: (FileDescriptor) throws(SystemError) -> Void
    ) throws(SystemError) -> FileDescriptor {
        let socket = try open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI)
        try prepare(socket)
        try bind(socket, to: UInt16(HCI_CHANNEL_MONITOR), of: UInt16(HCI_DEV_NONE), "the Bluetooth monitor channel")
        return socket
    }

    /// The next datagram, as far as it fits the buffer; nil when there is none now.
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
            stamp: isStamped ? Span(kernelTime: stamp) : nil)
    }

    /// How many datagrams the socket had no room for.
    static func lost(_ socket: FileDescriptor) -> Int { Int(trammel_dropped_datagrams(socket.number)) }
}

/// One datagram of the kernel's monitor channel: what it saw, of which adapter, and when.
///
/// Six octets of header, all little endian: opcode, adapter, length of what follows (facts/bluez.md, 3.1).
public struct MonitorPacket: Hashable, Sendable {
    /// The adapter of packets that belong to none.
    public static let noAdapter: UInt16 = 0xFFFF
    /// What a controller tells of its inside, in a form of its own.
    public static let vendorDiagnostics: UInt16 = 11

    /// What kind of packet it is: 2 a command, 3 an event, 4 and 5 data out and in, 16 and 17 management.
    public let opcode: UInt16
    /// The kernel's number of the adapter: 0 for `hci0`.
    public let adapter: UInt16
    /// When the kernel had it.
    public let instant: Instant
    public let payload: [UInt8]
    /// How many octets of it there were; more than the payload has where the kernel handed over less.
    public let originalLength: Int

    public init(opcode: UInt16, adapter: UInt16, instant: Instant, payload: [UInt8], originalLength: Int? = nil) {
        self.opcode = opcode
        self.adapter = adapter
        self.instant = instant
        self.payload = payload
        self.originalLength = originalLength ?? payload.count
    }

    /// Decodes a datagram; `size` is its own length where it was longer than what was received.
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
