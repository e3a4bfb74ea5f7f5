public import Ground
import Links
public import Traces

/// What viewers are shown for a frame: a packet of a link type that they know, or a remark.
public struct FrameView: Sendable {
    /// What is shown.
    public struct Shown {
        /// Nil where there is only a remark.
        public var packet: [UInt8]?
        public var linkType = LinkType.bluetoothH4WithDirection
        public var direction: FrameDirection?
        /// Where in the packet the frame's bytes stand, up to its end; nil where the packet was made up.
        public var content: (skip: UInt8, limit: Span?)?
        /// What is said with the packet, or with the next one.
        public var remark: String?
        /// Packets that are shown besides a record that has the content itself.
        public var besides: [[UInt8]] = []

        /// The same; of a packet beyond what viewers take only the remark.
        public var fitting: Shown {
            packet.map { $0.count > PcapngWriter.largestPacket } == true ? Shown(remark: remark) : self
        }

        /// The same with what another one says.
        func saying(_ other: Shown) -> Shown {
            var shown = self
            shown.remark = other.remark
            return shown
        }
    }

    var bluetooth = BluetoothView()
    var kit = KitView()
    var tags = TagView()

    public init() {}
}
