public import Ground
import Links
public import Traces

/// The form in which viewers see a frame: a packet of a known link type, or a remark.
public struct FrameView: Sendable {
    /// The visible parts of a frame.
    public struct Shown {
        /// The packet; nil if there is only a remark.
        public var packet: [UInt8]?
        public var linkType = LinkType.bluetoothH4WithDirection
        public var direction: FrameDirection?
        /// The position of the frame's bytes in the packet, up to its end; nil if the packet was composed.
        public var content: (skip: UInt8, limit: Lapse?)?
        /// The remark on this packet, or else on the next one.
        public var remark: String?
        /// Packets shown in addition to a record that holds the content itself.
        public var besides: [[UInt8]] = []

        /// The same view; only the remark if the packet is too large for viewers.
        public var fitting: Shown {
            packet.map { $0.count > PcapngWriter.largestPacket } == true ? Shown(remark: remark) : self
        }

        /// Returns the view with another one's remark added.
        func saying(_ other: Shown) -> Shown {
            var shown = self
            shown.remark = other.remark
            return shown
        }
    }

    var bluetooth = BluetoothView()
    var kit = KitView()
    var tags = TagView()
    var streams = StreamView()

    public init() {}
}
