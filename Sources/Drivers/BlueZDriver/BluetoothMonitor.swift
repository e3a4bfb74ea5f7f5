import Glibc
import Ground
public import Links
public import System

/// What the kernel sees of Bluetooth, on all adapters of this machine: commands, events, data and management.
///
/// It only listens. Packets wait in the kernel until they are taken, so that nothing that answers waits for them. Used
/// from one thread.
public final class BluetoothMonitor {
    /// How much room packets have in the kernel, in bytes: some 20,000 of them, with the kernel's own overhead.
    static let room = 16 << 20
    /// The longest datagram: a header, and what its 16 bits of length can count.
    private static let longest = 6 + 0xFFFF

    private let socket: FileDescriptor
    private let clock: MonotonicClock
    private let opened: Instant
    /// Whether the channel failed; nothing is taken from then on.
    public private(set) var failure: SystemError?

    /// Begins to listen; the first packets tell which adapters there are.
    public convenience init(clock: MonotonicClock) throws(RigFault) { try self.init(clock: clock, room: Self.room) }

    init(clock: MonotonicClock, room: Int) throws(RigFault) {
        self.clock = clock
        opened = clock.now
        do throws(SystemError) { socket = try BluetoothSockets.monitor(room: room) } catch { throw .monitor(error) }
    }

    /// How many packets are lost because they were not taken in time.
    public var lost: Int { BluetoothSockets.lost(socket) }

    /// The packets that wait, the oldest first, so many at most.
    ///
    /// The kernel stamps them with the wall clock, which may be set while a run lasts: the rig's time of a stamp is by
    /// the difference of the two clocks now, and never later than now.
    public func take(atMost limit: Int) -> [MonitorPacket] {
        guard failure == nil else { return [] }
        let (wall, now) = bothClocks
        var packets: [MonitorPacket] = []
        unsafe withUnsafeTemporaryAllocation(byteCount: Self.longest, alignment: 8) { buffer in
            do throws(SystemError) {
                while packets.count < limit,
                    let next = try unsafe BluetoothSockets.receiveStamped(socket, into: buffer)
                {
                    let instant = next.stamp.map { now - (wall - $0) } ?? now
                    let plausible = max(opened, min(instant, clock.now))
                    // What the kernel sends is well formed; what is not is skipped.
                    guard let packet = try? MonitorPacket(decoding: next.bytes, size: next.size, at: plausible)
                    else { continue }
                    packets.append(packet)
                }
            } catch {
                failure = error
            }
        }
        return packets
    }

    /// What the wall clock shows, since 1970, and the rig's time then.
    private var bothClocks: (wall: Ground.Span, rig: Instant) {
        let before = clock.now
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        // Between the two readings of the rig's clock, as far as one can tell.
        let half = Span(nanoseconds: (clock.now - before).nanoseconds / 2)
        return (Span(kernelTime: time), before + half)
    }

    /// Ends listening; safe to call again.
    public func close() { socket.close() }
}

extension Ground.Span {
    /// A time of the kernel's, since its clock's own beginning.
    init(kernelTime time: timespec) {
        self = .seconds(time.tv_sec) + Span(nanoseconds: Int64(time.tv_nsec))
    }
}
