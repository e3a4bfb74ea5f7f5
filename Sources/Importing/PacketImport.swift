import Ground
import Links
import Recordings
import Traces

/// Collects what the packets of a capture say, and makes the events of a trace of it at the end.
struct PacketImport: Sendable {
    /// The most remarks that are kept; how many more there were is told.
    static let mostRemarks = 200

    /// Something in the capture that becomes an event, with its place in time.
    enum Item: Sendable {
        case packet(CapturedPacket)
        case bluetooth(Int, HostSide.Act)
        case uci(UCIFrame)
        case remark(String)
    }

    private var items: [(instant: WallInstant, item: Item)] = []
    private var bluetooth = BluetoothDecoder()
    private(set) var peers = PeerTable()
    private var latest: WallInstant?
    private var first: WallInstant?
    private var remarks: [String] = []
    private var moreRemarks = 0
    private var refusal: ImportRefusal?
    private var packets = 0
    private var readable = 0
    private var snapped = 0
    private var hasRanging = false
    private var tagFrames = 0

    mutating func receive(_ item: CaptureItem) {
        switch item {
        case .packet(let packet): receive(packet)
        case .finding(let finding): remark(finding.description)
        // What a file says about itself, and notes of its maker, are no frames.
        case .block, .note: break
        }
    }

    private mutating func receive(_ packet: CapturedPacket) {
        packets += 1
        note(packet.instant, at: packet.offset)
        if packet.isSnapped { snapped += 1 }
        switch packet.linkType {
        case .bluetoothH4, .bluetoothH4WithDirection, .bluetoothLinuxMonitor: receiveBluetooth(packet)
        case .firaUCI, .usbLowSpeed: receiveUCI(packet)
        case .iso14443:
            readable += 1
            tagFrames += 1
            add(.packet(packet))
        default:
            refuse("\(packet.linkType) (link type \(packet.linkType.rawValue)) is not imported", at: packet.offset)
        }
    }

    private mutating func receiveBluetooth(_ packet: CapturedPacket) {
        var events: [Traces.BluetoothEvent] = []
        bluetooth.receive(packet, into: &events)
        let isUnreadable = events.contains {
            if case .finding(let finding) = $0.kind { finding.weight == .fault } else { false }
        }
        if isUnreadable {
            refuse("a packet of \(packet.linkType) is not HCI", at: packet.offset)
        } else {
            readable += 1
        }
        add(.packet(packet))
        for event in events { receive(event) }
    }

    private mutating func receive(_ event: Traces.BluetoothEvent) {
        if case .finding(let finding) = event.kind { return remark("byte \(event.offset): \(finding)") }
        guard let (peer, act) = peers.receive(event) else { return }
        add(.bluetooth(peer, act))
    }

    private mutating func receiveUCI(_ packet: CapturedPacket) {
        do throws(Malformed) {
            let frame = try UCIFrame(packet)
            readable += 1
            for finding in frame.findings { remark(finding.meaning) }
            guard frame.direction != nil else {
                return remark("byte \(packet.offset): a UCI packet whose direction nothing tells is left out")
            }
            hasRanging = true
            add(.packet(packet))
            if packet.isSnapped { add(.remark("a UCI packet is there only in part")) } else { add(.uci(frame)) }
        } catch {
            refuse("a packet of \(packet.linkType) is not UCI: \(error.meaning)", at: packet.offset)
            remark("byte \(packet.offset): not UCI: \(error.meaning)")
        }
    }

    // MARK: Keeping

    /// Times that go backwards are kept at the latest one, because a trace's instants never do.
    private mutating func note(_ instant: WallInstant?, at offset: Int) {
        guard let instant else { return }
        first = first ?? instant
        if let latest, instant < latest {
            remark("the capture's times go backwards; such packets are at the latest time before them")
        }
        latest = latest.map { max($0, instant) } ?? instant
    }

    private mutating func add(_ item: Item) { items.append((latest ?? WallInstant(nanoseconds: 0), item)) }

    private mutating func refuse(_ meaning: String, at offset: Int) {
        if refusal == nil { refusal = ImportRefusal(meaning, at: offset) }
    }

    private mutating func remark(_ text: String) {
        guard !remarks.contains(text) else { return }
        guard remarks.count < Self.mostRemarks else {
            moreRemarks += 1
            return
        }
        remarks.append(text)
    }

    // MARK: The trace

    mutating func finish(
        _ format: CaptureFormat, _ damage: CaptureError?, _ program: String
    ) throws(ImportRefusal) -> ImportedTrace {
        guard readable > 0 else {
            if let damage, packets == 0 { throw ImportRefusal(damage.meaning, at: damage.offset) }
            throw refusal ?? ImportRefusal("the capture has no packet", at: 0)
        }
        var rest: [Traces.BluetoothEvent] = []
        bluetooth.finish(into: &rest)
        for event in rest { receive(event) }
        peers.settle()
        sayWhatIsThere()
        let start = first ?? WallInstant(nanoseconds: 0)
        let header = TraceHeader(
            scenario: "imported", rig: format.rawValue, seed: 0, program: program, wallClock: start, start: .start,
            accessories: peers.names, hasKit: hasRanging, hasReader: false, scenarioText: "", rigText: "")
        var events: [TraceEvent] = [.began(header)]
        for text in remarks { events.append(.journal(TraceNote("import", at: .start, text: text, line: []))) }
        appendItems(header, to: &events)
        if let damage { events.append(.gap("the capture cannot be read on from \(damage)")) }
        events.append(.ended(verdict: "skipped", reason: "imported from \(format.rawValue): nothing was judged"))
        return ImportedTrace(events: events, remarks: remarks, damage: damage)
    }

    private mutating func sayWhatIsThere() {
        for text in peers.remarks { remark(text) }
        if snapped > 0 { remark("\(snapped) of \(packets) packets are there only in part") }
        if peers.isEmpty { remark("no ATT over Bluetooth LE in the capture") }
        if !hasRanging { remark("no UWB in the capture") }
        if tagFrames > 0 {
            remark("\(tagFrames) NFC packets are kept as packets; tag commands are not made of them")
        }
        if let refusal, readable > 0 { remark("not everything was imported: \(refusal)") }
        if moreRemarks > 0 { remarks.append("\(moreRemarks) remarks more") }
    }

    private func appendItems(_ header: TraceHeader, to events: inout [TraceEvent]) {
        var number = 0
        for (wall, item) in items {
            let instant = max(.start, header.instant(at: wall))
            switch item {
            case .packet(let packet): events.append(.kernel(packet))
            case .remark(let text):
                events.append(.journal(TraceNote("import", at: instant, text: text, line: [])))
            case .uci(let frame):
                number += 1
                events.append(
                    frame.direction == .inbound
                        ? .received(Arrival(.kit(.bytes(frame.bytes)), at: instant), now: instant, number: number)
                        : .sent(.kit(.bytes(frame.bytes)), at: instant, number: number))
            case .bluetooth(let peer, let act):
                number += 1
                switch peers.event(act, of: peer) {
                case .inbound(let inbound):
                    events.append(.received(Arrival(inbound, at: instant), now: instant, number: number))
                case .outbound(let outbound): events.append(.sent(outbound, at: instant, number: number))
                }
            }
        }
    }
}
