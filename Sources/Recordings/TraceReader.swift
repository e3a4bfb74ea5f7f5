public import Ground
import Links
public import Traces

/// Reads a trace that arrives in pieces of any size: one file, or all parts of a run in sequence.
///
/// Everything before an error is delivered. A file that ends inside a block, as after a crash of the program that
/// wrote it, ends with an error of the kind `truncated`. Anything not written by our programs is skipped.
public struct TraceReader: Sendable {
    /// The maximum number of findings kept.
    public static let mostFindings = 100

    private enum Source: Sendable {
        case link(LinkID, isNanoseconds: Bool)
        case kernel(Int)
        case others
    }

    private var blocks = PcapngReader()
    private var items: [CaptureItem] = []
    /// The interfaces of the section, and the number of the first one.
    private var sources: [Source] = []
    private var firstSource = 0
    private var header: TraceHeader?
    /// Whether there is a header. Checked for every event, and cheaper than checking the header itself.
    private var hasBegun = false
    private var part = 0
    private var frames = 0
    private var failure: CaptureError?
    /// Whether the end of the run was read; a trace without it is of an aborted run.
    public private(set) var hasEnded = false
    /// The part announced by the last one read that has not arrived; nil if there is none.
    public private(set) var awaitedPart: Int?
    /// Defects of the file that did not end the reading; offsets are the file's.
    public private(set) var findings: [Finding] = []

    public init() {}

    /// Receives the next bytes of the file and appends the events that they complete.
    public mutating func receive(
        _ piece: ArraySlice<UInt8>, into events: inout [TraceEvent]
    ) throws(CaptureError) {
        if let failure { throw failure }
        do throws(CaptureError) {
            try blocks.append(piece)
            while let block = try blocks.nextBlock() {
                if try !readInPlace(block, into: &events) { try read(block, into: &events) }
            }
        } catch {
            failure = error
            throw error
        }
    }

    /// Receives the next bytes of the file and returns the events that they complete.
    public mutating func receive(_ piece: ArraySlice<UInt8>) throws(CaptureError) -> [TraceEvent] {
        var events: [TraceEvent] = []
        try receive(piece, into: &events)
        return events
    }

    /// Ends the file; throws if it ends inside a block.
    public mutating func finish() throws(CaptureError) {
        if let failure { throw failure }
        do throws(CaptureError) {
            try blocks.finish()
            if header == nil { throw Self.stranger(at: 0) }
        } catch {
            failure = error
            throw error
        }
    }

    /// Reads a trace held in memory, and returns its events and the error that ended it.
    public static func read(_ file: [UInt8]) -> (events: [TraceEvent], error: CaptureError?) {
        var reader = Self()
        var events: [TraceEvent] = []
        do throws(CaptureError) {
            try reader.receive(file[...], into: &events)
            try reader.finish()
        } catch {
            return (events, error)
        }
        return (events, nil)
    }

    private static func stranger(at offset: Int) -> CaptureError {
        CaptureError(.unsupported, at: offset, "the file is no trace of a run; trammel import reads captures of others")
    }

    // MARK: Blocks

    /// Reads any block; items before a damaged one are still read.
    private mutating func read(_ block: PcapngRawBlock, into events: inout [TraceEvent]) throws(CaptureError) {
        items.removeAll(keepingCapacity: true)
        var end: CaptureError?
        do throws(CaptureError) { try blocks.read(block, into: &items) } catch { end = error }
        for item in items { try read(item, into: &events) }
        if let end { throw end }
    }

    /// Reads the most frequent kinds of blocks without copying them; false for all others.
    ///
    /// Their defects are reported as they are for an item.
    private mutating func readInPlace(
        _ block: PcapngRawBlock, into events: inout [TraceEvent]
    ) throws(CaptureError) -> Bool {
        if let data = block.custom(of: TraceRecord.owner) {
            try read(custom: data, block.offset, into: &events)
            return true
        }
        guard let packet = block.packet(withOptionOf: TraceRecord.owner), sources.indices.contains(packet.interface),
            case .link(let link, isNanoseconds: true) = sources[packet.interface], Int64(exactly: packet.ticks) != nil
        else { return false }
        let event = try Self.place(at: block.offset) { () throws(Malformed) in
            try TraceEvent(packet.option, with: packet.bytes, isSnapped: packet.isSnapped, on: link)
        }
        guard let event else { return false }
        try read(event, block.offset, into: &events)
        return true
    }

    private mutating func read(
        custom data: ArraySlice<UInt8>, _ offset: Int, into events: inout [TraceEvent]
    ) throws(CaptureError) {
        // The offset past a block's type, length and owner.
        let record = try Self.place(at: offset, behind: 12) { () throws(Malformed) in try TraceRecord(data) }
        if let record { try read(record, offset, into: &events) }
    }

    private mutating func read(_ item: CaptureItem, into events: inout [TraceEvent]) throws(CaptureError) {
        switch item {
        case .packet(let packet): try read(packet, into: &events)
        case .block(.custom(let custom), let offset):
            if custom.owner == TraceRecord.owner { try read(custom: custom.data[...], offset, into: &events) }
        case .block(.section, _):
            firstSource += sources.count
            sources.removeAll(keepingCapacity: true)
        case .block(.interface(let interface), let offset): sources.append(try source(interface, offset))
        case .block(.names, _), .block(.statistics, _), .block(.unknown, _), .note: break
        case .finding(let finding):
            // Timestamps go back whenever something waited in the rig's hand while something else was sent.
            if finding.weight == .fault, findings.count < Self.mostFindings { findings.append(finding) }
        }
    }

    private func source(_ interface: PcapngInterface, _ offset: Int) throws(CaptureError) -> Source {
        for option in interface.options {
            guard let data = option.recordData else { continue }
            let record = try Self.place(at: offset) { () throws(Malformed) in try TraceRecord(data) }
            switch record {
            case .link(let link):
                return .link(
                    link, isNanoseconds: interface.resolution == .nanoseconds && interface.offsetSeconds == 0)
            case .kernel(let number): return .kernel(Int(number))
            default: break
            }
        }
        return .others
    }

    private mutating func read(_ packet: CapturedPacket, into events: inout [TraceEvent]) throws(CaptureError) {
        let index = packet.interface - firstSource
        let source = sources.indices.contains(index) ? sources[index] : .others
        switch source {
        case .kernel(let number):
            var packet = packet
            packet.interface = number
            events.append(.kernel(packet))
        case .link(let link, _):
            for option in packet.options {
                guard let data = option.recordData else { continue }
                let event = try Self.place(at: packet.offset) { () throws(Malformed) in
                    try TraceEvent(data, with: packet.bytes[...], isSnapped: packet.isSnapped, on: link)
                }
                if let event { return try read(event, packet.offset, into: &events) }
                let record = try Self.place(at: packet.offset) { () throws(Malformed) in try TraceRecord(data) }
                if let record { return try read(record, packet.offset, into: &events) }
            }
        case .others: break
        }
    }

    /// Receives a frame whose bytes were in its packet.
    private mutating func read(
        _ event: TraceEvent, _ offset: Int, into events: inout [TraceEvent]
    ) throws(CaptureError) {
        guard hasBegun else { throw Self.stranger(at: offset) }
        switch event {
        case .received(_, _, let number), .sent(_, _, let number): count(number, into: &events)
        default: break
        }
        events.append(event)
    }

    private mutating func read(
        _ record: TraceRecord, _ offset: Int, into events: inout [TraceEvent]
    ) throws(CaptureError) {
        if case .header(let header, let part, let before) = record {
            return try begin(header, Int(part), before, offset, into: &events)
        }
        guard hasBegun else { throw Self.stranger(at: offset) }
        switch record {
        case .header, .link, .kernel: break
        case .continued(let part): awaitedPart = Int(part)
        case .received(let number, let instant, let now, .whole(let inbound)):
            count(number, into: &events)
            events.append(.received(Arrival(inbound, at: instant), now: now, number: number))
        case .sent(let number, let instant, .whole(let outbound)):
            count(number, into: &events)
            events.append(.sent(outbound, at: instant, number: number))
        case .received(_, _, _, .inPacket), .sent(_, _, .inPacket):
            throw CaptureError(.damaged, at: offset, "a record speaks of a packet that is not there")
        case .waited(let instant, let deadline): events.append(.waited(until: instant, deadline: deadline))
        case .clock(let instant): events.append(.clock(instant))
        case .stoodStill(let since, let until): events.append(.stoodStill(since: since, until: until))
        case .interrupted(let instant): events.append(.interrupted(at: instant))
        case .note(let note): events.append(.journal(note))
        case .gap(let what): events.append(.gap(what))
        case .ended(let verdict, let reason):
            hasEnded = true
            events.append(.ended(verdict: verdict, reason: reason))
        }
    }

    private mutating func begin(
        _ header: TraceHeader, _ part: Int, _ before: Int, _ offset: Int, into events: inout [TraceEvent]
    ) throws(CaptureError) {
        if let known = self.header {
            guard known == header, part > self.part else {
                throw CaptureError(.damaged, at: offset, "another run begins in the middle of a trace")
            }
        } else {
            self.header = header
            hasBegun = true
            events.append(.began(header))
        }
        if part != self.part + 1 {
            let (first, last) = (self.part + 1, part - 1)
            let missing = first == last ? "part \(first) of the trace is" : "parts \(first) to \(last) of the trace are"
            events.append(.gap("\(missing) missing"))
            frames = before
        }
        self.part = part
        awaitedPart = nil
    }

    /// Detects frames that were removed from the file.
    private mutating func count(_ number: Int, into events: inout [TraceEvent]) {
        // Wraps on purpose: the numbers are the file's.
        if number != frames &+ 1 {
            events.append(.gap("frame \(number) follows frame \(frames): the frames between them are missing"))
        }
        frames = number
    }

    /// Converts an error about a record into one about the file.
    private static func place<Value>(
        at offset: Int, behind head: Int? = nil, _ read: () throws(Malformed) -> Value
    ) throws(CaptureError) -> Value {
        do throws(Malformed) {
            return try read()
        } catch {
            if let head { throw CaptureError(.damaged, at: offset + head + error.offset, error.meaning) }
            throw CaptureError(.damaged, at: offset, "in the packet's record, byte \(error.offset): \(error.meaning)")
        }
    }
}
