import Captures
import GATT
import Ground
import Journal
import Links
import Recordings
import Traces
import UWB
import Views
import Vocabulary

/// A run's files, other programs' captures, and files for sharing.
enum RunTargets {
    static let all = [
        FuzzTarget("trace", seeds: { traces }, take: trace),
        FuzzTarget("journal", seeds: { journals }, take: journal),
        FuzzTarget("import", seeds: { captures }, take: importing),
        FuzzTarget(
            "redaction", seeds: { [Choices.input(frames, between: [0]), Choices.input(frames, between: [3])] },
            take: redaction),
        FuzzTarget(
            "meaning", seeds: { [Choices.input(frames, between: [0]), Choices.input(frames, between: [1])] },
            take: meaning),
    ]

    /// A trace, complete and as single blocks after the first one.
    private static var traces: [[UInt8]] {
        let blocks = Seeds.lines("recordings/trace.txt").compactMap { [UInt8](hex: $0) }
        return [blocks.flatMap { $0 }] + blocks.dropFirst().map { blocks[0] + $0 }
    }

    private static func events(
        _ pieces: [ArraySlice<UInt8>]
    ) -> (events: [TraceEvent], error: CaptureError?) {
        var reader = TraceReader()
        var events: [TraceEvent] = []
        do throws(CaptureError) {
            for piece in pieces { try reader.receive(piece, into: &events) }
            try reader.finish()
            return (events, nil)
        } catch { return (events, error) }
    }

    private static func written(_ events: [TraceEvent]) -> [UInt8] {
        var writer = TraceWriter()
        return events.reduce(into: []) { writer.append($1, to: &$0) }
    }

    private static func trace(_ input: [UInt8]) {
        let (whole, error) = events([input[...]])
        if let error { must((0...input.count).contains(error.offset) && !error.meaning.isEmpty, "\(error)") }
        let inPieces = events(pieces(of: input))
        must(inPieces.error == error && inPieces.events == whole, "pieces of the trace are read otherwise")
        var reader = TimelineReader()
        for event in whole { _ = reader.receive(event) }
    }

    private static var journals: [[UInt8]] {
        let step = StepRecord(
            number: 1, depth: 0, text: "connect to door", spot: SourceSpot(file: "a/b.swift", line: 7))
        let failure = Failure(
            code: "walk.otherZoneChange", expected: "a", seen: "b", meaning: nil, spot: step.spot, instant: .start,
            link: .bluetooth("door"), lastFrames: [])
        let events: [JournalEvent] = [
            .runStarted(header: RunHeader(scenario: "s", rig: "r", seed: 1)), .stepStarted(step: step),
            .stepPassed(step: step, elapsed: .seconds(1), measured: []),
            .stepFailed(step: step, elapsed: .zero, failure: failure),
            .phone(event: .distance(accessory: "door", measured: .zero, smoothed: nil)),
            .finding(link: .bluetooth("door"), finding: Finding("test.odd", .note, "x", offset: 1)),
            .fault(link: .kit, what: "a", remedy: "b"),
        ]
        return events.map { JournalEntry($0, at: .start).jsonLine() }
    }

    private static func journal(_ input: [UInt8]) {
        guard let entry = try? JournalEntry(jsonLine: input) else { return }
        let line = entry.jsonLine()
        guard let again = try? JournalEntry(jsonLine: line) else {
            fatalError("broken promise: an entry that was read cannot be written")
        }
        must(again == entry && !line.contains(0x0A), "an entry changes when it is written")
        _ = TraceNote(entry)
    }

    private static var captures: [[UInt8]] {
        Seeds.lines("traces/same-story.txt").compactMap { $0.split(separator: "|").last.flatMap { [UInt8](hex: $0) } }
            + [Seeds.file("traces/qorvo-session.txt")]
            + Seeds.texts(["SESSION_STATUS_NTF: {state=\"ACTIVE\", reason=\"x\"}\n"])
    }

    private static func imported(
        _ pieces: [ArraySlice<UInt8>]
    ) throws(ImportRefusal) -> (events: [TraceEvent], plan: ImportPlan) {
        var survey = CaptureSurvey()
        for piece in pieces { try survey.receive(piece) }
        let plan = try survey.finish()
        var capture = CaptureImport(plan, program: "fuzz")
        var events = capture.beginning
        for piece in pieces { events += try capture.receive(piece) }
        events += try capture.finish()
        return (events, plan)
    }

    private static func importing(_ input: [UInt8]) {
        do throws(ImportRefusal) {
            let (whole, plan) = try imported([input[...]])
            guard case .began = whole.first, case .ended = whole.last else {
                fatalError("broken promise: a trace has a beginning and an end")
            }
            let inPieces = try imported(pieces(of: input))
            must(inPieces.events == whole && inPieces.plan.remarks == plan.remarks, "pieces are imported otherwise")
            if let damage = plan.damage { must((0...input.count).contains(damage.offset), "\(damage) lies outside") }
            let file = written(whole)
            let again = TraceReader.read(file)
            must(again.error == nil && again.events.count == whole.count, "what was imported cannot be read")
            var redactor = Redactor()
            let shared = written(whole.compactMap { redactor.receive($0) })
            must(TraceReader.read(shared).error == nil, "what was redacted cannot be read")
        } catch { must((0...input.count).contains(error.offset) && !error.meaning.isEmpty, "\(error)") }
    }

    private static let frames = [
        "09 07 02 00 02 03 00 00 2a", "1b 14 00 01 01 00 00 00 14 00 00", "12 12 00 0b 01 00 01 00 19 45 55",
        "08 01 00 ff ff 00 2a", "0b 53 2f 4e", "05 01 25 00 02 29", "07 05 00 09 00",
        "21 03 00 0c 01 02 03 04 02 06 02 05 06 04 01 09",
        "62 00 00 19 07 00 00 00 01 02 03 04 00 c8 00 00 00 01 00 00 00 00 00 00 00 00 00 00 01", "30 04",
        "00 a4 04 00 07 d2 76 00 00 85 01 01 00", "23 0a 00 01 00 aa", "11 06 01 00 05 00 00 18",
    ].map(Seeds.bytes)

    /// Visits frames on any of the links, in either direction.
    private static func exchange(_ input: [UInt8], _ visit: (TraceEvent) -> Void) {
        var choices = Choices(input)
        var number = 0
        while !choices.isAtEnd {
            number += 1
            let choice = choices.byte()
            let bytes = choices.piece()
            let instant = Instant(nanoseconds: Int64(number) * 1_000_000)
            let isOut = choice & 4 == 4
            if isOut {
                let outbound: Outbound =
                    switch choice % 3 {
                    case 0: .bluetooth("door", .frame(bytes))
                    case 1: .kit(.bytes(bytes))
                    default: .reader(.exchange(bytes, within: .milliseconds(50)))
                    }
                visit(.sent(outbound, at: instant, number: number))
            } else {
                let inbound: Inbound =
                    switch choice % 3 {
                    case 0: .bluetooth("door", .frame(bytes))
                    case 1: .kit(.bytes(bytes))
                    default: .reader(.response(bytes))
                    }
                visit(.received(Arrival(inbound, at: instant), now: instant, number: number))
            }
        }
    }

    private static func content(_ event: TraceEvent) -> (link: Int, bytes: [UInt8])? {
        switch event {
        case .received(let arrival, _, _):
            switch arrival.inbound {
            case .bluetooth(_, .frame(let bytes)): (0, bytes)
            case .kit(.bytes(let bytes)): (1, bytes)
            case .reader(.response(let bytes)): (2, bytes)
            default: nil
            }
        case .sent(let outbound, _, _):
            switch outbound {
            case .bluetooth(_, .frame(let bytes)): (0, bytes)
            case .kit(.bytes(let bytes)): (1, bytes)
            case .reader(.exchange(let bytes, _)): (2, bytes)
            default: nil
            }
        default: nil
        }
    }

    /// Checks that valid content stays valid: a PDU of the same kind, a packet of the same kind, and every length.
    private static func redaction(_ input: [UInt8]) {
        var redactor = Redactor()
        // A kit's earlier bytes determine where a packet begins, so after a cut one nothing more is judged.
        var isAtPacket = true
        exchange(input) { event in
            guard let before = content(event), let shared = redactor.receive(event), let after = content(shared) else {
                fatalError("broken promise: a frame stays a frame")
            }
            must(before.link == after.link && before.bytes.count == after.bytes.count, "a frame changes its length")
            if before.link == 0, let pdu = try? ATTPDU(decoding: before.bytes) {
                let again = try? ATTPDU(decoding: after.bytes)
                must(again?.opcode == pdu.opcode, "\(before.bytes.hex) became \(after.bytes.hex)")
            }
            if before.link == 1 {
                isAtPacket = isAtPacket && isWhole(before.bytes)
                guard isAtPacket else { return }
                func kinds(_ bytes: [UInt8]) -> [UCIFramer.Output] {
                    var framer = UCIFramer(side: .host)
                    return framer.receive(bytes, at: .start).map { output in
                        guard case .packet(var packet) = output else { return output }
                        packet.payload = []
                        return .packet(packet)
                    }
                }
                guard kinds(before.bytes).count == 1, case .packet(let packet)? = kinds(before.bytes).first else {
                    return
                }
                must(kinds(after.bytes) == [.packet(packet)], "\(before.bytes.hex) became \(after.bytes.hex)")
            }
        }
    }

    /// Returns whether the bytes are complete UCI packets, by their lengths.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        var place = 0
        while place + 4 <= bytes.count, (1...3).contains(bytes[place] >> 5) { place += 4 + Int(bytes[place + 3]) }
        return place == bytes.count
    }

    private static func meaning(_ input: [UInt8]) {
        var reader = TimelineReader()
        exchange(input) { event in _ = reader.receive(event) }
    }
}
