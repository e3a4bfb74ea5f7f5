import Ground
import Links
import NetworkDriver
import OperatingSystem
import Recordings
import Traces

/// What multicast DNS says on a bench's networks during a run, for the run's trace.
///
/// It begins before the bench brings its network up and lasts until that was given back. The packets are no part of the
/// run: viewers show them, and nothing is decided by them.
final class NetworkWatch {
    /// The most packets that are taken when the run loop begins to wait.
    static let mostAtOnce = 64
    /// The most packets of one run, and the most bytes of them; what comes then is counted and left out.
    static let mostPackets = 20_000
    static let mostBytes = 8 << 20
    /// The interface in the trace, beside Bluetooth's.
    private static let interface = 1

    private let tap: MulticastTap
    /// The interfaces whose packets are kept; nil for all but the loopback's.
    private let interfaces: [UInt32]?
    private let record: (TraceEvent) -> Void
    private let warn: (String) -> Void
    /// The trace's beginning; nothing is taken before it.
    private var header: TraceHeader?
    private var (kept, bytes, leftOut) = (0, 0, 0)

    init(
        _ tap: MulticastTap, interfaces: [UInt32]?, warn: @escaping (String) -> Void,
        record: @escaping (TraceEvent) -> Void
    ) {
        self.tap = tap
        self.interfaces = interfaces
        self.record = record
        self.warn = warn
    }

    /// Begins to listen; where that is not possible the run is recorded without, which is told.
    static func tap(clock: MonotonicClock, warn: (String) -> Void) -> MulticastTap? {
        do throws(RigFault) {
            return try MulticastTap(clock: clock)
        } catch {
            warn("traces lack what multicast DNS says on the network: \(error.what). \(error.remedy)")
            return nil
        }
    }

    /// The trace began with this: from now on there is a place for packets.
    func begin(_ header: TraceHeader) { self.header = header }

    /// Takes what waits, up to a bound.
    func take() { keep(atMost: Self.mostAtOnce) }

    /// Takes everything that is left, and ends listening.
    func end() {
        keep(atMost: Self.mostPackets)
        let lost = tap.lost + leftOut
        if lost > 0 { warn("a trace lacks \(counted(lost, "packet")) of multicast DNS: there were too many") }
        if let failure = tap.failure {
            warn("a trace has what multicast DNS said only up to a failure: \(failure)")
        }
        tap.close()
    }

    private func keep(atMost limit: Int) {
        guard let header else { return }
        for packet in tap.take(atMost: limit) where isOurs(packet) {
            guard kept < Self.mostPackets, bytes + packet.bytes.count <= Self.mostBytes else {
                leftOut += 1
                continue
            }
            kept += 1
            bytes += packet.bytes.count
            record(
                .kernel(
                    CapturedPacket(
                        instant: header.wallInstant(at: packet.instant), linkType: .rawIP, interface: Self.interface,
                        direction: packet.isOutgoing ? .outbound : .inbound, originalLength: packet.length,
                        bytes: packet.bytes)))
        }
    }

    private func isOurs(_ packet: MulticastTap.Packet) -> Bool {
        interfaces.map { $0.contains(packet.interface) } ?? (packet.interface != MulticastTap.loopback)
    }
}
