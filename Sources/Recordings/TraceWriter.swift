import Ground
import Links
import Traces

/// Writes a run's events as blocks of a pcapng file: each event is complete, and nothing written changes later.
///
/// Our own records are authoritative; a frame's bytes occur once, in the packet that viewers show, and its record
/// refers to them. The writer opens no file: its owner appends the output. FORMAT.md has the layout.
public struct TraceWriter: Sendable {
    var blocks = PcapngWriter()
    private var header: TraceHeader?
    /// The wall clock's reading at the rig's time 0; nil before the beginning.
    var wallOrigin: WallInstant?
    private var part: UInt32 = 1
    private var frames = 0
    /// The interfaces of this file; an interface's number is its index.
    private var interfaces: [Interface] = []
    private var view = FrameView()
    var remarks = Remarks()

    /// The maximum size of a record in bytes, so that its block can be read back.
    private static let largestRecord = PcapngReader.largestBlock - 1_024

    enum Interface: Equatable {
        case link(LinkID)
        case kernel(UInt32, LinkType)
    }

    public init() {}

    /// Returns the blocks for an event; the first event is `began`.
    public mutating func bytes(for event: TraceEvent) -> [UInt8] {
        var bytes: [UInt8] = []
        append(event, to: &bytes)
        return bytes
    }

    /// Appends the blocks for an event.
    public mutating func append(_ event: TraceEvent, to file: inout [UInt8]) {
        if case .began(let header) = event {
            self.header = header
            wallOrigin = header.wallInstant(at: .start)
            return beginFile(header, to: &file)
        }
        precondition(wallOrigin != nil, "a trace begins with what it is of")
        switch event {
        case .began: break
        case .received(let arrival, let now, let number):
            frames = number
            let link = arrival.inbound.link
            if let plain = view.plain(arrival.inbound) {
                return append(plain, number: number, at: arrival.instant, now: now, on: link, to: &file)
            }
            let shown = arrival.inbound.frame.shown(&view, on: link)?.fitting
            let record = TraceRecord.received(
                number: number, instant: arrival.instant, now: now,
                shown?.content.map { .inPacket(skip: $0.skip, limit: nil) } ?? .whole(arrival.inbound))
            write(record, shown, on: link, at: arrival.instant, to: &file)
        case .sent(let outbound, let instant, let number):
            frames = number
            let link = outbound.link
            if let plain = view.plain(outbound) {
                return append(plain, number: number, at: instant, now: nil, on: link, to: &file)
            }
            let shown = outbound.frame.shown(&view, on: link)?.fitting
            let record = TraceRecord.sent(
                number: number, instant: instant,
                shown?.content.map { .inPacket(skip: $0.skip, limit: $0.limit) } ?? .whole(outbound))
            write(record, shown, on: link, at: instant, to: &file)
        case .waited(let instant, let deadline): write(.waited(until: instant, deadline: deadline), to: &file)
        case .clock(let instant): write(.clock(instant), to: &file)
        case .stoodStill(let since, let until):
            write(.stoodStill(since: since, until: until), to: &file)
            remarks.add("the rig itself stalled for \(until - since)")
        case .interrupted(let instant):
            write(.interrupted(instant), to: &file)
            remarks.add("a person or a signal ended the run")
        case .journal(let note):
            write(.note(note), to: &file)
            remarks.add(note)
        case .kernel(let packet): write(packet, to: &file)
        case .gap(let what):
            write(.gap(what), to: &file)
            remarks.add(what)
        case .ended(let verdict, let reason): write(.ended(verdict: verdict, reason: reason), to: &file)
        }
    }

    /// Ends the file and begins the next part of the run. Returns the bytes that end the one and begin the other.
    public mutating func nextPart() -> (end: [UInt8], beginning: [UInt8]) {
        guard let header else { preconditionFailure("a trace begins with what it is of") }
        part += 1
        var end: [UInt8] = []
        write(.continued(part: part), to: &end)
        var beginning: [UInt8] = []
        beginFile(header, to: &beginning)
        return (end, beginning)
    }

    // MARK: Blocks

    private mutating func beginFile(_ header: TraceHeader, to file: inout [UInt8]) {
        interfaces = []
        let about = "scenario \(header.scenario), rig \(header.rig), seed \(header.seed), part \(part)"
        file += blocks.section(.init(application: header.program, comments: [about.escapedForDisplay]))
        // Wireshark's tools need a file's link types before anything else in it.
        let links =
            header.accessories.map { LinkID.bluetooth($0) } + (header.hasKit ? [.kit] : [])
            + (header.hasReader ? [.reader] : [])
        for link in links {
            if let linkType = link.kind.linkType { _ = interface(.link(link), linkType, to: &file) }
        }
        write(.header(header, part: part, framesBefore: frames), to: &file)
    }

    private func write(_ record: TraceRecord, to file: inout [UInt8]) {
        let start = file.count
        blocks.append(customOf: TraceRecord.owner, to: &file) { record.append(to: &$0) }
        guard file.count - start > Self.largestRecord else { return }
        // Only a file from other software contains such a record; without it the run cannot be repeated.
        file.removeSubrange(start...)
        let gap = TraceRecord.gap("a record of more than \(Self.largestRecord) bytes is left out")
        blocks.append(customOf: TraceRecord.owner, to: &file) { gap.append(to: &$0) }
    }

    /// Writes a frame as a packet with its record, or as the record alone if viewers have nothing to show.
    private mutating func write(
        _ record: TraceRecord, _ shown: FrameView.Shown?, on link: LinkID, at instant: Instant,
        to file: inout [UInt8]
    ) {
        guard let shown else { return write(record, to: &file) }
        if let remark = shown.remark { remarks.add(remark) }
        guard let packet = shown.packet, PcapngOption.record(record).value.count <= PcapngWriter.largestText else {
            write(record, to: &file)
            for packet in shown.besides { show(packet, as: shown, on: link, at: instant, to: &file) }
            return
        }
        show(packet, record, as: shown, on: link, at: instant, to: &file)
    }

    /// Writes a packet, with its record if it has one, and with the comments for viewers.
    private mutating func show(
        _ packet: [UInt8], _ record: TraceRecord? = nil, as shown: FrameView.Shown, on link: LinkID,
        at instant: Instant, to file: inout [UInt8]
    ) {
        let interface = interface(.link(link), shown.linkType, to: &file)
        var options: [PcapngOption] = []
        if let record { options.append(PcapngOption.record(record)) }
        remarks.take(into: &options)
        blocks.append(
            CapturedPacket(
                instant: wallOrigin.map { $0 + (instant - .start) }, linkType: shown.linkType, interface: interface,
                direction: shown.direction, bytes: packet, options: options),
            to: &file)
    }

    private mutating func write(_ packet: CapturedPacket, to file: inout [UInt8]) {
        let number = UInt32(clamping: packet.interface)
        var packet = packet
        packet.interface = interface(.kernel(number, packet.linkType), packet.linkType, to: &file)
        blocks.append(packet, to: &file)
    }

    /// The origin of the interfaces' times, in seconds after 1970; negative if the wall clock was before that.
    private var offsetSeconds: Int64 {
        guard let header, header.wallClock.nanoseconds < 0 else { return 0 }
        return header.wallClock.nanoseconds / 1_000_000_000 - 1
    }

    /// The interface's number in this file; the interface is written before its first packet.
    mutating func interface(
        _ interface: Interface, _ linkType: LinkType, to file: inout [UInt8]
    ) -> Int {
        if let known = interfaces.firstIndex(of: interface) { return known }
        interfaces.append(interface)
        let (record, name): (TraceRecord, String)
        var summary: String?
        switch interface {
        case .link(let link):
            (record, name, summary) = (.link(link), link.description, link.kind.summary)
        case .kernel(let number, let linkType):
            (record, name) = (.kernel(number), "kernel \(number)")
            if linkType == .bluetoothLinuxMonitor { summary = "The kernel's Bluetooth packets during the run" }
            if linkType == .rawIP { summary = "Multicast DNS packets during the run" }
        }
        file += blocks.interface(
            linkType, name: name.escapedForDisplay, summary: summary, offsetSeconds: offsetSeconds,
            extra: [PcapngOption.record(record)])
        return interfaces.count - 1
    }
}

extension PcapngOption {
    static func record(_ record: TraceRecord) -> PcapngOption {
        var value: [UInt8] = []
        value.reserveCapacity(64)
        value.append(little: TraceRecord.owner)
        record.append(to: &value)
        return PcapngOption(.custom, value)
    }

    /// The data of one of our options; nil for all others. The owner's number is in the file's byte order.
    var recordData: ArraySlice<UInt8>? {
        guard code == .custom, value.count >= 4 else { return nil }
        let number = value[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return number == TraceRecord.owner || number == TraceRecord.owner.byteSwapped ? value[4...] : nil
    }
}
