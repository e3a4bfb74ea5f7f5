import Ground
import Journal
import Links
import NearbyInteraction
public import Recordings
import Traces

/// The second pass over a capture, which makes the trace's events as the pieces of the file arrive.
public struct CaptureImport: Sendable {
    private let plan: ImportPlan
    private let header: TraceHeader
    private var feed = CaptureFeed()
    private var packets: PacketSteps
    private var log: QorvoLogImport
    private var frames = 0

    /// Creates an import. `plan` is the result of the first pass over the same file; `program` is the importing
    /// program, as recorded in the trace.
    public init(_ plan: ImportPlan, program: String) {
        self.plan = plan
        header = plan.header(program)
        packets = PacketSteps(plan.channel?.identifiers ?? .appleSample)
        log = QorvoLogImport(start: plan.hasTimes ? plan.start : nil)
    }

    /// The events that begin the trace.
    public var beginning: [TraceEvent] {
        [.began(header)]
            + plan.remarks.map { .journal(TraceNote(EntryKind.imported.rawValue, at: .start, text: $0, line: [])) }
    }

    /// Receives the next bytes of the file; throws only if the file changed since the first pass.
    public mutating func receive(_ piece: ArraySlice<UInt8>) throws(ImportRefusal) -> [TraceEvent] {
        take(try feed.receive(piece))
    }

    /// Ends the file and the trace.
    public mutating func finish() throws(ImportRefusal) -> [TraceEvent] {
        var events = take(try feed.finish())
        if feed.format?.reader == nil {
            var items: [QorvoLogImport.Item] = []
            log.finish { items.append($0) }
            append(items, to: &events)
        } else {
            var steps: [PacketSteps.Timed] = []
            packets.finish { steps.append(($0, $1)) }
            append(steps, to: &events)
        }
        if let damage = feed.damage { events.append(.gap("the capture cannot be read on from \(damage)")) }
        if packets.count + log.lines != plan.packets {
            events.append(.gap("the capture was changed while it was imported"))
        }
        events.append(.ended(verdict: "skipped", reason: "imported from \(plan.format.rawValue): nothing was judged"))
        return events
    }

    private mutating func take(_ content: CaptureFeed.Content) -> [TraceEvent] {
        var events: [TraceEvent] = []
        switch content {
        case .items(let items):
            var steps: [PacketSteps.Timed] = []
            for item in items { packets.receive(item) { steps.append(($0, $1)) } }
            append(steps, to: &events)
        case .text(let piece):
            var items: [QorvoLogImport.Item] = []
            log.receive(piece) { items.append($0) }
            append(items, to: &events)
        }
        return events
    }

    private mutating func append(_ steps: [PacketSteps.Timed], to events: inout [TraceEvent]) {
        for (wall, step) in steps {
            let instant = max(.start, header.instant(at: wall))
            switch step {
            case .packet(var packet):
                // A packet without a time, before the first that has one.
                packet.instant = packet.instant.map { max($0, header.wallClock) }
                events.append(.kernel(packet))
            case .remark(let text):
                events.append(.journal(TraceNote(EntryKind.imported.rawValue, at: instant, text: text, line: [])))
            case .gap(let what): events.append(.gap(what))
            case .uci(let frame):
                events.append(
                    frame.direction == .inbound
                        ? received(.kit(.bytes(frame.bytes)), at: instant)
                        : sent(.kit(.bytes(frame.bytes)), at: instant))
            case .bluetooth(let peer, let act):
                switch plan.peers.event(act, of: peer) {
                case .inbound(let inbound): events.append(received(inbound, at: instant))
                case .outbound(let outbound): events.append(sent(outbound, at: instant))
                case nil: break
                }
            }
        }
    }

    private mutating func append(_ items: [QorvoLogImport.Item], to events: inout [TraceEvent]) {
        for item in items {
            let instant = max(.start, header.instant(at: item.instant))
            switch item.content {
            case .line(let line):
                let name = plan.accessories.first ?? QorvoLogImport.name
                events.append(received(.console(name, line), at: instant))
            case .note(let kind, let text):
                events.append(.journal(TraceNote(kind, at: instant, link: .kit, text: text, line: [])))
            }
        }
    }

    private mutating func received(_ inbound: Inbound, at instant: Instant) -> TraceEvent {
        frames += 1
        return .received(Arrival(inbound, at: instant), now: instant, number: frames)
    }

    private mutating func sent(_ outbound: Outbound, at instant: Instant) -> TraceEvent {
        frames += 1
        return .sent(outbound, at: instant, number: frames)
    }
}
