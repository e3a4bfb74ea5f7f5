import BlueZDriver
import Ground
import Links
import OperatingSystem
import Recordings
import Traces

/// The kernel's view of a bench's Bluetooth during a run, for the run's trace.
///
/// It begins before the bench brings its adapters up and lasts until they are released. The packets are not part of
/// the run: viewers show them, and no decision depends on them.
final class KernelWatch {
    /// The maximum number of packets taken when the run loop begins to wait, so that answers are not delayed.
    static let mostAtOnce = 64
    /// The maximum number of packets taken at the end of a run; more than the kernel can hold.
    private static let mostAtEnd = 1 << 20

    private let monitor: BluetoothMonitor
    /// The adapters whose packets are kept; others may serve a user's keyboard.
    private let adapters: [UInt16]
    private let record: (TraceEvent) -> Void
    private let warn: (String) -> Void
    /// The trace's header; nothing is taken before it exists.
    private var header: TraceHeader?
    /// The number of lost packets already reported.
    private var toldLost = 0

    init(
        _ monitor: BluetoothMonitor, adapters: [UInt16], warn: @escaping (String) -> Void,
        record: @escaping (TraceEvent) -> Void
    ) {
        self.monitor = monitor
        self.adapters = adapters + [MonitorPacket.noAdapter]
        self.record = record
        self.warn = warn
    }

    /// Starts monitoring; if that is impossible, warns, and the run is recorded without it.
    static func monitor(clock: MonotonicClock, warn: (String) -> Void) -> BluetoothMonitor? {
        do throws(RigFault) {
            return try BluetoothMonitor(clock: clock)
        } catch {
            warn("traces lack what the kernel sees of Bluetooth: \(error.what). \(error.remedy)")
            return nil
        }
    }

    /// Records the trace's header, after which packets can be written.
    func begin(_ header: TraceHeader) { self.header = header }

    /// Takes waiting packets up to a limit; returns a note if the number of lost packets has grown considerably.
    func take() -> Finding? {
        keep(atMost: Self.mostAtOnce)
        let lost = monitor.lost
        // Reported again only when the number has doubled, so that there are few notes.
        guard lost > 2 * toldLost else { return nil }
        toldLost = lost
        return Finding(
            "bench.kernelLost", .note,
            "the trace lacks \(counted(lost, "packet")) that the kernel saw so far: they came too fast")
    }

    /// Takes the remaining packets and ends monitoring.
    func end() {
        keep(atMost: Self.mostAtEnd)
        let lost = monitor.lost
        if lost > toldLost { warn("a trace lacks \(counted(lost, "Bluetooth packet")) that the kernel saw") }
        if let failure = monitor.failure {
            warn("a trace has what the kernel saw of Bluetooth only up to a failure: \(failure)")
        }
        monitor.close()
    }

    private func keep(atMost limit: Int) {
        guard let header else { return }
        for packet in monitor.take(atMost: limit) where adapters.contains(packet.adapter) {
            guard packet.opcode != MonitorPacket.vendorDiagnostics else { continue }
            record(.kernel(CapturedPacket(packet, at: header.wallInstant(at: packet.instant))))
        }
    }
}

extension CapturedPacket {
    /// Creates a packet of the monitor channel in the form of link type 254: adapter and opcode, big-endian, and the
    /// payload.
    fileprivate init(_ packet: MonitorPacket, at instant: WallInstant) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 + packet.payload.count)
        bytes.append(big: packet.adapter)
        bytes.append(big: packet.opcode)
        bytes += packet.payload
        self.init(
            instant: instant, linkType: .bluetoothLinuxMonitor,
            direction: MonitorOpcode(rawValue: packet.opcode).direction, originalLength: 4 + packet.originalLength,
            bytes: bytes)
    }
}
