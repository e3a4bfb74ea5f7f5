import BlueZDriver
import Ground
import Links
import OperatingSystem
import Recordings
import Traces

/// What the kernel sees of a bench's Bluetooth during a run, for the run's trace.
///
/// It begins before the bench brings its adapters up and lasts until they were given back. The packets are no part of
/// the run: viewers show them, and nothing is decided by them.
final class KernelWatch {
    /// The most packets that are taken when the run loop begins to wait: somebody may want an answer.
    static let mostAtOnce = 64
    /// The most packets that are taken at the end of a run; the kernel has no room for so many.
    private static let mostAtEnd = 1 << 20

    private let monitor: BluetoothMonitor
    /// The adapters whose packets are kept; others may be somebody's keyboard.
    private let adapters: [UInt16]
    private let record: (TraceEvent) -> Void
    private let warn: (String) -> Void
    /// The trace's beginning; nothing is taken before it.
    private var header: TraceHeader?
    /// How many lost packets were told of.
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

    /// Begins to listen; where that is not possible the run is recorded without, which is told.
    static func monitor(clock: MonotonicClock, warn: (String) -> Void) -> BluetoothMonitor? {
        do throws(RigFault) {
            return try BluetoothMonitor(clock: clock)
        } catch {
            warn("traces lack what the kernel sees of Bluetooth: \(error.what). \(error.remedy)")
            return nil
        }
    }

    /// The trace began with this: from now on there is a place for packets.
    func begin(_ header: TraceHeader) { self.header = header }

    /// Takes what waits, up to a bound, and returns a note when many more packets were lost than was known.
    func take() -> Finding? {
        keep(atMost: Self.mostAtOnce)
        let lost = monitor.lost
        // Told again when it is twice as many, so that there are few notes.
        guard lost > 2 * toldLost else { return nil }
        toldLost = lost
        return Finding(
            "bench.kernelLost", .note,
            "the trace lacks \(counted(lost, "packet")) that the kernel saw so far: they came too fast")
    }

    /// Takes everything that is left, and ends listening.
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
    /// A packet of the monitor channel in the form of link type 254: adapter and opcode, big endian, and the rest.
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
