import Glibc
import Ground
public import Links
public import OperatingSystem

/// What the kernel sees of Bluetooth, on all adapters of this machine: commands, events, data and management.
///
/// It only listens. Packets wait in the kernel until they are taken, so that nothing that answers waits for them. Used
/// from one thread.
public final class BluetoothMonitor {
    /// How much room packets have in the kernel, in bytes: some 20,000 of them, with the kernel's own overhead.
    static let room = 16 << 20
    /// The longest datagram: a header, and what its 16 bits of length can count.
    private static let longest = 6 + 0xFFFF
    /// How often both clocks are read at most, until that took no longer than is usual.
    private static let (readings, quick) = (5, Span.microseconds(20))

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
    ///
    /// A thread that is put aside between the readings would shift every stamp by half of that: of some tries, the one
    /// that took least counts.
    private var bothClocks: (wall: Ground.Span, rig: Instant) {
        var best = ClockReading(of: clock)
        for _ in 1..<Self.readings where best.uncertainty > Self.quick { best = min(best, ClockReading(of: clock)) }
        return (best.wall, best.rig)
    }

    /// Ends listening; safe to call again.
    public func close() { socket.close() }
}

/// The wall clock and the rig's, read as one.
private struct ClockReading: Comparable {
    /// Since 1970.
    let wall: Ground.Span
    let rig: Instant
    /// How long the reading took: the instant lies somewhere in it.
    let uncertainty: Ground.Span

    init(of clock: MonotonicClock) {
        let before = clock.now
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        uncertainty = clock.now - before
        wall = Span(kernelTime: time)
        rig = before + Span(nanoseconds: uncertainty.nanoseconds / 2)
    }

    static func < (one: Self, other: Self) -> Bool { one.uncertainty < other.uncertainty }
}
