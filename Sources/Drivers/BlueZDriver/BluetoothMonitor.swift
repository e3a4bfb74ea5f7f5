import Glibc
import Ground
public import Links
public import OperatingSystem

/// The kernel's Bluetooth traffic on all adapters of this machine: commands, events, data and management.
///
/// It is passive. Packets are buffered in the kernel until they are taken, so capturing never delays an answer. Used
/// from one thread.
public final class BluetoothMonitor {
    /// The size of the kernel's packet buffer in bytes: about 20,000 packets, including the kernel's own overhead.
    static let room = 16 << 20
    /// The maximum size of a datagram: a header, and the maximum of its 16-bit length.
    private static let longest = 6 + 0xFFFF
    /// The maximum number of readings of both clocks, and the duration that is quick enough to stop at.
    private static let (readings, quick) = (5, Lapse.microseconds(20))

    private let socket: FileDescriptor
    private let clock: MonotonicClock
    private let opened: Instant
    /// The failure of the channel, after which nothing more is taken.
    public private(set) var failure: SystemError?

    /// Starts listening; the first packets report the existing adapters.
    public convenience init(clock: MonotonicClock) throws(RigFault) { try self.init(clock: clock, room: Self.room) }

    init(clock: MonotonicClock, room: Int) throws(RigFault) {
        self.clock = clock
        opened = clock.now
        do throws(SystemError) { socket = try BluetoothSockets.monitor(room: room) } catch { throw .monitor(error) }
    }

    /// The number of packets lost because they were not taken in time.
    public var lost: Int { BluetoothSockets.lost(socket) }

    /// Takes buffered packets, oldest first, up to a limit.
    ///
    /// The kernel stamps them with the wall clock, which may be set during a run. A stamp is converted to the rig's
    /// time by the current difference of the two clocks, and is never later than now.
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
                    // The kernel's packets are well formed; a malformed one is skipped.
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

    /// The wall clock's time since 1970, and the rig's time at the same instant.
    ///
    /// A thread that is preempted between the readings would shift every stamp by half that time, so the quickest of
    /// several readings is used.
    private var bothClocks: (wall: Ground.Lapse, rig: Instant) {
        var best = ClockReading(of: clock)
        for _ in 1..<Self.readings where best.uncertainty > Self.quick { best = min(best, ClockReading(of: clock)) }
        return (best.wall, best.rig)
    }

    /// Stops listening. Idempotent.
    public func close() { socket.close() }
}

/// A simultaneous reading of the wall clock and the rig's clock.
private struct ClockReading: Comparable {
    /// The time since 1970.
    let wall: Ground.Lapse
    let rig: Instant
    /// The duration of the reading, which contains the instant.
    let uncertainty: Ground.Lapse

    init(of clock: MonotonicClock) {
        let before = clock.now
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        uncertainty = clock.now - before
        wall = Lapse(kernelTime: time)
        rig = before + Lapse(nanoseconds: uncertainty.nanoseconds / 2)
    }

    static func < (one: Self, other: Self) -> Bool { one.uncertainty < other.uncertainty }
}
