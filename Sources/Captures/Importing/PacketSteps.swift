import Ground
import Links
import NearbyInteraction
import Traces

/// Converts the packets of a capture to import steps, one at a time.
///
/// The same packets give the same steps on every pass. Only counts and remarks are kept.
struct PacketSteps: Sendable {
    /// An occurrence in the capture that becomes an event.
    enum Step: Sendable {
        case packet(CapturedPacket)
        case bluetooth(Int, HostSide.Act)
        case uci(UCIFrame)
        case remark(String)
        /// Frames that are missing here, or not complete.
        case gap(String)
    }

    /// A step with its time.
    typealias Timed = (WallInstant, Step)
    /// The consumer of the steps.
    typealias Taker = (WallInstant, Step) -> Void

    private var bluetooth = BluetoothDecoder()
    private var peers: PeerTable
    private var clock = CaptureClock()
    /// The time of the packet read last.
    private var time = WallInstant(nanoseconds: 0)
    private var first: WallInstant?
    private var remarks = ImportNotes()
    private var refusal: ImportRefusal?
    /// The number of packets.
    private(set) var count = 0
    private var readable = 0
    private var snapped = 0
    private var hasRanging = false
    private var tagFrames = 0

    /// Creates the conversion of a capture whose data channels have these message ids.
    init(_ ids: MessageIdentifiers = .appleSample) { peers = PeerTable(ids) }

    mutating func receive(_ item: CaptureItem, _ take: Taker) {
        switch item {
        case .packet(let packet): receive(packet, take)
        case .finding(let finding):
            remarks.add(alike: finding.description)
            take(time, .gap(finding.meaning))
        // A file's descriptions of itself and its vendor's notes are not frames.
        case .block, .note: break
        }
    }

    private mutating func receive(_ packet: CapturedPacket, _ take: Taker) {
        count += 1
        var packet = packet
        note(packet.instant, at: packet.offset)
        packet.instant = time
        if packet.isSnapped { snapped += 1 }
        switch packet.linkType {
        case .bluetoothH4, .bluetoothH4WithDirection, .bluetoothLinuxMonitor: receiveBluetooth(packet, take)
        case .firaUCI, .usbLowSpeed: receiveUCI(packet, take)
        case .iso14443:
            readable += 1
            tagFrames += 1
            take(time, .packet(packet))
        default:
            let (name, number) = (packet.linkType.description, "link type \(packet.linkType.rawValue)")
            refuse("\(name == number ? name : "\(name) (\(number))") is not imported", at: packet.offset)
        }
    }

    private mutating func receiveBluetooth(_ packet: CapturedPacket, _ take: Taker) {
        var events: [CapturedBluetoothEvent] = []
        bluetooth.receive(packet, into: &events)
        let isUnreadable = events.contains {
            if case .finding(let finding) = $0.kind { finding.weight == .fault } else { false }
        }
        if isUnreadable {
            refuse("a packet of \(packet.linkType) is not HCI", at: packet.offset)
        } else {
            readable += 1
        }
        take(time, .packet(packet))
        if packet.isSnapped { take(time, .gap("a packet is there only in part")) }
        for event in events { receive(event, take) }
    }

    private mutating func receive(_ event: CapturedBluetoothEvent, _ take: Taker) {
        switch event.kind {
        case .finding(let finding):
            remarks.add(alike: "byte \(event.offset): \(finding)")
            return take(time, .gap(finding.meaning))
        case .att(let frame) where !frame.isComplete:
            return take(time, .gap("a packet is there only in part"))
        default: break
        }
        guard let (peer, act) = peers.receive(event) else { return }
        take(time, .bluetooth(peer, act))
    }

    private mutating func receiveUCI(_ packet: CapturedPacket, _ take: Taker) {
        do throws(Malformed) {
            let frame = try UCIFrame(packet)
            readable += 1
            for finding in frame.findings { remarks.add(alike: finding.meaning) }
            guard frame.direction != nil else {
                return remarks.add(alike: "byte \(packet.offset): a UCI packet of unknown direction is left out")
            }
            hasRanging = true
            take(time, .packet(packet))
            if packet.isSnapped {
                take(time, .remark("a UCI packet is there only in part"))
            } else {
                take(time, .uci(frame))
            }
        } catch {
            refuse("a packet of \(packet.linkType) is not UCI: \(error.meaning)", at: packet.offset)
            remarks.add(alike: "byte \(packet.offset): not UCI: \(error.meaning)")
        }
    }

    // MARK: Keeping

    private mutating func note(_ instant: WallInstant?, at offset: Int) {
        time = clock.place(instant) { remarks.add(alike: "byte \(offset): \($0)") }
        if instant != nil { first = first ?? time }
    }

    private mutating func refuse(_ meaning: String, at offset: Int) {
        if refusal == nil { refusal = ImportRefusal(meaning, at: offset) }
    }

    // MARK: The end

    /// Ends the capture.
    mutating func finish(_ take: Taker) {
        var rest: [CapturedBluetoothEvent] = []
        bluetooth.finish(into: &rest)
        for event in rest { receive(event, take) }
    }

    /// Throws if nothing in the capture could be read.
    func refuseIfUnreadable(_ damage: CaptureError?) throws(ImportRefusal) {
        guard readable == 0 else { return }
        if let damage, count == 0 { throw ImportRefusal(damage.meaning, at: damage.offset) }
        throw refusal ?? ImportRefusal("the capture has no packet", at: 0)
    }

    /// The plan for the second pass.
    func plan(_ format: CaptureFormat, _ damage: CaptureError?, called names: [AccessoryName]) -> ImportPlan {
        let settled = peers.settled(called: names)
        var remarks = remarks
        for text in settled.remarks { remarks.add(text) }
        if snapped > 0 { remarks.add("\(snapped) of \(count) packets are there only in part") }
        if clock.untimed > 0 {
            remarks.add("packets without a time that can be shown stand with the one before them: \(clock.untimed)")
        }
        if settled.names.isEmpty { remarks.add("no ATT over Bluetooth LE in the capture") }
        if !hasRanging { remarks.add("no UWB in the capture") }
        if tagFrames > 0 {
            remarks.add("\(tagFrames) NFC packets are kept as packets; tag commands are not made of them")
        }
        if let refusal { remarks.add("not everything was imported: \(refusal)") }
        return ImportPlan(
            format: format, start: first ?? WallInstant(nanoseconds: 0), hasTimes: first != nil, peers: settled,
            accessories: settled.names, hasKit: hasRanging, remarks: remarks.texts, packets: count, damage: damage)
    }
}
