import Ground
public import Recordings
import Traces

/// Makes a btsnoop file (H4, as Android writes it) of the events of a trace.
///
/// Where the trace has what a kernel saw of Bluetooth, that is exported; otherwise the HCI packets that the trace shows
/// for its frames. It opens nothing.
public struct BtsnoopExport: Sendable {
    /// What became of the packets of a trace.
    public struct Outcome: Hashable, Sendable {
        public let file: [UInt8]
        /// How many packets are in the file.
        public let packets: Int
        /// How many Bluetooth packets the format cannot hold: monitor records, and data of unknown direction.
        public let leftOut: Int
        /// Whether the packets are those that a kernel saw, or composed from the frames.
        public let isAsSeen: Bool
    }

    private struct Half {
        var file = BtsnoopWriter(.h4).header
        var packets = 0
        var leftOut = 0

        mutating func add(_ packet: CapturedPacket) {
            do throws(Malformed) {
                try BtsnoopWriter(.h4).append(packet, to: &file)
                packets += 1
            } catch {
                leftOut += 1
            }
        }
    }

    private static let linkTypes: [LinkType] = [.bluetoothH4, .bluetoothH4WithDirection, .bluetoothLinuxMonitor]

    private var writer = TraceWriter()
    private var reader = PcapngReader()
    private var seen = Half()
    private var composed = Half()
    private var hasBegun = false

    public init() {}

    /// Takes the next event of the trace; what stands before its beginning is passed over.
    public mutating func receive(_ event: TraceEvent) {
        if case .kernel(let packet) = event {
            if Self.linkTypes.contains(packet.linkType) { seen.add(packet) }
            return
        }
        if case .began = event { hasBegun = true }
        guard hasBegun else { return }
        // The writer of traces composes the packets; its own reader gives them back one by one.
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(writer.bytes(for: event)[...], into: &items)
        } catch {
            // What the reader of captures does not take back, such as a frame beyond its largest block.
            composed.leftOut += 1
        }
        for case .packet(let packet) in items where Self.linkTypes.contains(packet.linkType) { composed.add(packet) }
    }

    /// Ends the trace.
    public func finish() -> Outcome {
        let half = seen.packets > 0 ? seen : composed
        return Outcome(
            file: half.file, packets: half.packets, leftOut: half.leftOut, isAsSeen: seen.packets > 0)
    }
}
