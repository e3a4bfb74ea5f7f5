import Ground
public import Recordings
import Traces

/// Converts the events of a trace to a btsnoop file, piece by piece.
///
/// If the trace has a kernel's Bluetooth packets, those are exported; otherwise the HCI packets that the trace shows
/// for its frames. Packets of one controller become H4, as Android writes it; those of several controllers become
/// btmon's form, which distinguishes them. It opens no file.
public struct BtsnoopExport: Sendable {
    /// Determines in a first pass over the trace which packets there are to export.
    public struct Survey: Sendable {
        private var adapters: [UInt16] = []
        private var hasSeenPackets = false

        public init() {}

        /// Receives the next event.
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

    /// Whether the packets were captured by a kernel, rather than composed from the frames.
    public let isAsSeen: Bool
    private let file: BtsnoopWriter
    /// The number of packets in the file so far.
    public private(set) var packets = 0
    /// The number of Bluetooth packets that the format cannot hold: monitor records, and data of unknown direction.
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

    /// The bytes that begin the file.
    public var header: [UInt8] { file.header }

    /// Receives the next event of the trace and returns the bytes that it adds to the file.
    public mutating func receive(_ event: TraceEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        if case .kernel(let packet) = event {
            if isAsSeen, Self.linkTypes.contains(packet.linkType) { add(packet, to: &bytes) }
            return bytes
        }
        if case .began = event { hasBegun = true }
        guard hasBegun, !isAsSeen else { return bytes }
        // The trace writer composes the packets, and its own reader returns them one by one.
        var items: [CaptureItem] = []
        do throws(CaptureError) {
            try reader.receive(writer.bytes(for: event)[...], into: &items)
        } catch {
            // The capture reader does not accept this, such as a frame beyond its largest block.
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
