internal import CLinux
import Glibc
public import Ground
public import Links
public import OperatingSystem

/// This host's service discovery traffic: every packet of multicast DNS (RFC 6762), on all interfaces.
///
/// It is passive. Packets are stamped and buffered by the kernel until they are taken, so capturing never delays an
/// answer and needs no thread. Used from one thread. Requires CAP_NET_RAW.
public final class MulticastTap {
    /// A packet, starting at its IP header.
    public struct Packet: Hashable, Sendable {
        public let instant: Instant
        /// The kernel's index of the interface.
        public let interface: UInt32
        public let isOutgoing: Bool
        /// The packet's length in bytes, which may exceed that of `bytes`.
        public let length: Int
        public let bytes: [UInt8]
    }

    /// The port of multicast DNS (RFC 6762, section 3).
    public static let port: UInt16 = 5_353
    /// The kernel's index of the loopback interface.
    public static let loopback = unsafe if_nametoindex("lo")
    /// The maximum size of a packet according to the specification (section 17).
    private static let longest = 9_000
    /// The size of the kernel's packet buffer in bytes.
    private static let room = 4 << 20

    private let socket: FileDescriptor
    private let clock: MonotonicClock
    private let opened: Instant
    /// The number of packets lost because they were not taken in time.
    public private(set) var lost = 0
    /// The failure of the tap, after which nothing more is taken.
    public private(set) var failure: SystemError?

    /// Starts listening.
    public convenience init(clock: MonotonicClock) throws(RigFault) { try self.init(clock: clock, port: Self.port) }

    /// Starts listening on another port.
    init(clock: MonotonicClock, port: UInt16) throws(RigFault) {
        self.clock = clock
        opened = clock.now
        do throws(SystemError) {
            socket = try FileDescriptor("open a packet socket") { trammel_open_tap(port, Int32(Self.room)) }
        } catch {
            throw RigFault("\(error)", remedy: "Run as root, or with the capability CAP_NET_RAW")
        }
    }

    /// Takes buffered packets, oldest first, up to a limit.
    ///
    /// The kernel stamps them with the wall clock. A stamp is converted to the rig's time by the current difference
    /// of the two clocks, and is never later than now.
    public func take(atMost limit: Int) -> [Packet] {
        guard failure == nil else { return [] }
        var packets: [Packet] = []
        let (wall, now) = (Self.wallClock, clock.now)
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.longest, alignment: 8) { buffer in
            while packets.count < limit {
                var about = trammel_tapped()
                let count = unsafe trammel_receive_tapped(
                    socket.number, buffer.baseAddress, Int32(buffer.count), &about)
                guard count >= 0 else {
                    if errno != EAGAIN, errno != EINTR { failure = SystemError.last("recvmsg") }
                    return
                }
                let stamp = Lapse.seconds(Int(about.seconds)) + .nanoseconds(about.nanoseconds)
                let instant = stamp == .zero ? now : now - (wall - stamp)
                packets.append(
                    Packet(
                        instant: max(opened, min(instant, clock.now)), interface: about.interface,
                        isOutgoing: about.outgoing != 0, length: Int(about.length),
                        bytes: unsafe Array(buffer.prefix(Int(count)))))
            }
        }
        lost += Int(trammel_tap_lost(socket.number))
        return packets
    }

    /// The time since 1970.
    private static var wallClock: Lapse {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Lapse(kernelTime: time)
    }

    /// Stops listening. Idempotent.
    public func close() { socket.close() }
}
