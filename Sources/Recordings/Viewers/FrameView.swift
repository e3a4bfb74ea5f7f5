import Ground
import Links
import Traces

/// What viewers are shown for a frame: a packet of a link type that they know, or a remark.
struct FrameView: Sendable {
    /// What is shown.
    struct Shown {
        /// Nil where there is only a remark.
        var packet: [UInt8]?
        var linkType = LinkType.bluetoothH4WithDirection
        var direction: FrameDirection?
        /// Where in the packet the frame's bytes stand, up to its end; nil where the packet was made up.
        var content: (skip: UInt8, limit: Span?)?
        /// What is said with the packet, or with the next one.
        var remark: String?
        /// Packets that are shown besides a record that has the content itself.
        var besides: [[UInt8]] = []

        /// The same; of a packet beyond what viewers take only the remark.
        var fitting: Shown {
            packet.map { $0.count > PcapngWriter.largestPacket } == true ? Shown(remark: remark) : self
        }
    }

    private var bluetooth = BluetoothView()
    private var kit = KitView()
    private var tags = TagView()

    /// What viewers are told about a link.
    static func summary(of link: LinkID) -> String? {
        switch link {
        case .bluetooth: BluetoothView.summary
        case .kit: KitView.summary
        case .reader: TagView.summary
        case .stage, .console: nil
        }
    }

    /// What is shown for something that came.
    mutating func show(_ inbound: Inbound) -> Shown? {
        switch inbound {
        case .bluetooth(let name, let event): bluetooth.show(event, of: name)
        case .kit(.bytes(let bytes)): kit.show(bytes, .inbound)
        case .kit(.opened(let name)): Shown(remark: "the kit \(name) is open")
        case .reader(let event): tags.show(event)
        case .stage(let event): Shown(remark: "stage: \(event.remark)")
        case .console(let name, let line): Shown(remark: "console \(name): \(line)")
        case .fault(let link, let fault): Shown(remark: "fault, \(link): \(fault.what)")
        }
    }

    /// What is shown for something that was sent.
    mutating func show(_ outbound: Outbound) -> Shown? {
        switch outbound {
        case .bluetooth(let name, let request): bluetooth.show(request, to: name)
        case .kit(.bytes(let bytes)): kit.show(bytes, .outbound)
        case .kit(.open): Shown(remark: "open the kit")
        case .kit(.close): Shown(remark: "close the kit")
        case .reader(let request): tags.show(request)
        case .stage(let request): Shown(remark: "stage: \(request.remark)")
        }
    }
}
