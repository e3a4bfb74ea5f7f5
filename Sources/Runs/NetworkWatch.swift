import Ground
import Links
import NetworkDriver
import OperatingSystem
import Recordings
import Traces

/// The multicast DNS traffic on a bench's networks during a run, for the run's trace.
///
/// It begins before the bench brings its network up and lasts until that is released. The packets are not part of the
/// run: viewers show them, and no decision depends on them.
final class NetworkWatch {
    /// The maximum number of packets taken when the run loop begins to wait.
    static let mostAtOnce = 64
    /// The maximum number of packets and of bytes per run; further packets are counted and dropped.
    static let mostPackets = 20_000
    static let mostBytes = 8 << 20
    /// The interface's index in the trace, next to Bluetooth's.
    private static let interface = 1

    private let tap: MulticastTap
    /// The interfaces whose packets are kept; nil for all except loopback.
    private let interfaces: [UInt32]?
    private let record: (TraceEvent) -> Void
    private let warn: (String) -> Void
    /// The trace's header; nothing is taken before it exists.
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

    /// Starts listening; if that is impossible, warns, and the run is recorded without it.
    static func tap(clock: MonotonicClock, warn: (String) -> Void) -> MulticastTap? {
        do throws(RigFault) {
            return try MulticastTap(clock: clock)
        } catch {
            warn("traces lack what multicast DNS says on the network: \(error.what). \(error.remedy)")
            return nil
        }
    }

    /// Records the trace's header, after which packets can be written.
    func begin(_ header: TraceHeader) { self.header = header }

    /// Takes waiting packets up to a limit.
    func take() { keep(atMost: Self.mostAtOnce) }

    /// Takes the remaining packets and ends listening.
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
