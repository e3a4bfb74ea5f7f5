internal import CLinux
import Glibc
public import Ground
public import Links
public import OperatingSystem

/// What this host hears and says of services on its networks: every packet of multicast DNS (RFC 6762), on all
/// interfaces.
///
/// It only listens. Packets wait in the kernel, which stamps them, until they are taken, so that nothing that answers
/// waits for them; no thread is needed. Used from one thread. Needs CAP_NET_RAW.
public final class MulticastTap {
    /// One packet from its IP header on.
    public struct Packet: Hashable, Sendable {
        public let instant: Instant
        /// The kernel's number of the interface.
        public let interface: UInt32
        public let isOutgoing: Bool
        /// How many bytes it had; `bytes` are the first of them.
        public let length: Int
        public let bytes: [UInt8]
    }

    /// The port of multicast DNS (RFC 6762, section 3).
    public static let port: UInt16 = 5_353
    /// The kernel's number of the interface on which a host talks to itself.
    public static let loopback = unsafe if_nametoindex("lo")
    /// The longest packet that the specification allows (section 17).
    private static let longest = 9_000
    /// How much room packets have in the kernel, in bytes.
    private static let room = 4 << 20

    private let socket: FileDescriptor
    private let clock: MonotonicClock
    private let opened: Instant
    /// How many packets are lost because they were not taken in time.
    public private(set) var lost = 0
    /// Whether listening failed; nothing is taken from then on.
    public private(set) var failure: SystemError?

    /// Begins to listen.
    public convenience init(clock: MonotonicClock) throws(RigFault) { try self.init(clock: clock, port: Self.port) }

    /// The same on another port.
    init(clock: MonotonicClock, port: UInt16) throws(RigFault) {
        self.clock = clock
        opened = clock.now
        do throws(SystemError) {
            socket = try FileDescriptor("open a packet socket") { trammel_open_tap(port, Int32(Self.room)) }
        } catch {
            throw RigFault("\(error)", remedy: "Run as root, or with the capability CAP_NET_RAW")
        }
    }

    /// The packets that wait, the oldest first, so many at most.
    ///
    /// The kernel stamps them with the wall clock: the rig's time of a stamp is by the difference of the two clocks
    /// now, and never later than now.
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
                let stamp = Span.seconds(Int(about.seconds)) + .nanoseconds(about.nanoseconds)
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

    /// Since 1970.
    private static var wallClock: Span {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Span(kernelTime: time)
    }

    /// Ends listening; safe to call again.
    public func close() { socket.close() }
}
