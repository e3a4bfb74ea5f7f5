internal import CBlueZ
internal import CLinux
import Glibc
import Ground
import System

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
        let socket = try open("socket AF_BLUETOOTH HCI", SOCK_RAW, BTPROTO_HCI)
        guard trammel_stamp_datagrams(socket.number) == 0 else { throw SystemError.last("SO_TIMESTAMPNS") }
        trammel_widen_receiving(socket.number, Int32(clamping: room))
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
