import Ground
public import Recordings
import Traces

/// Makes a btsnoop file of the events of a trace, piece by piece.
///
/// Where the trace has what a kernel saw of Bluetooth, that is exported; otherwise the HCI packets that the trace shows
/// for its frames. One controller's packets become H4, as Android writes it; those of several controllers become the
/// form of btmon, which tells them apart. It opens nothing.
public struct BtsnoopExport: Sendable {
    /// Finds out, in a first reading of the trace, which packets there are to export.
    public struct Survey: Sendable {
        private var adapters: [UInt16] = []
        private var hasSeenPackets = false

        public init() {}

        /// Takes the next event.
        public mutating func receive(_ event: TraceEvent) {
            guard case .kernel(let packet) = event, BtsnoopExport.linkTypes.contains(packet.linkType) else { return }
            hasSeenPackets = true
            guard adapters.count < 2, let frame = try? HCIFrame(packet), frame.h4 != nil,
                !adapters.contains(frame.adapter)
            else { return }
            adapters.append(frame.adapter)
        }

        /// The export of the same trace.
        public var export: BtsnoopExport {
            BtsnoopExport(isAsSeen: hasSeenPackets, form: adapters.count > 1 ? .monitor : .h4)
        }
    }

    fileprivate static let linkTypes: [LinkType] = [.bluetoothH4, .bluetoothH4WithDirection, .bluetoothLinuxMonitor]

    /// Whether the packets are those that a kernel saw, or composed from the frames.
    public let isAsSeen: Bool
    private let file: BtsnoopWriter
    /// How many packets are in the file so far.
    public private(set) var packets = 0
    /// How many Bluetooth packets the format cannot hold: monitor records, and data of unknown direction.
    public private(set) var leftOut = 0
    /// The number of packets that contain a Bluetooth key.
    public private(set) var keys = 0
    private var writer = TraceWriter()
    private var reader = PcapngReader()
    private var hasBegun = false

    private init(isAsSeen: Bool, form: BtsnoopWriter.Form) {
        self.isAsSeen = isAsSeen
        file = BtsnoopWriter(form)
    }

    /// The bytes with which the file begins.
    public var header: [UInt8] { file.header }

    /// Takes the next event of the trace and gives what it adds to the file.
    public mutating func receive(_ event: TraceEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        if case .kernel(let packet) = event {
            if isAsSeen, Self.linkTypes.contains(packet.linkType) { add(packet, to: &bytes) }
            return bytes
        }
        if case .began = event { hasBegun = true }
        guard hasBegun, !isAsSeen else { return bytes }
        // The writer of traces composes the packets; its own reader gives them back one by one.
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(writer.bytes(for: event)[...], into: &items)
        } catch {
            // What the reader of captures does not take back, such as a frame beyond its largest block.
            leftOut += 1
        }
        for case .packet(let packet) in items where Self.linkTypes.contains(packet.linkType) { add(packet, to: &bytes) }
        return bytes
    }

    private mutating func add(_ packet: CapturedPacket, to bytes: inout [UInt8]) {
        do throws(Malformed) {
            try file.append(packet, to: &bytes)
            packets += 1
            if let frame = try? HCIFrame(packet), frame.holdsKey { keys += 1 }
        } catch {
            leftOut += 1
        }
    }
}
