import Ground
import Links
import Recordings
import Traces

/// Makes a trace of a text log of the Qorvo command line: its lines as an accessory's console, its rounds as notes.
///
/// Such a log has no times. One millisecond lies between two lines, so that they keep their order.
struct QorvoLogImport: Sendable {
    private static let name = AccessoryName("accessory1")

    private var reader = QorvoLogReader()
    private var items: [QorvoLogReader.Item] = []
    private var line: [UInt8] = []
    private var lines: [String] = []

    mutating func receive(_ piece: ArraySlice<UInt8>) {
        reader.receive(piece, into: &items)
        for byte in piece {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                endLine()
            } else if line.count < QorvoLogReader.largestLine {
                line.append(byte)
            }
        }
    }

    private mutating func endLine() {
        if !line.isEmpty { lines.append(String(decoding: line, as: UTF8.self)) }
        line = []
    }

    mutating func finish(_ program: String) -> ImportedTrace {
        endLine()
        reader.finish(into: &items)
        var remarks = ["the log has no times: a millisecond was put between its lines", "no Bluetooth in the log"]
        for item in items {
            if case .finding(let finding) = item.content { remarks.append(finding.description) }
        }
        let header = TraceHeader(
            scenario: "imported", rig: CaptureFormat.qorvoLog.rawValue, seed: 0, program: program,
            wallClock: WallInstant(nanoseconds: 0), start: .start, accessories: [Self.name], hasKit: false,
            hasReader: false, scenarioText: "", rigText: "")
        var events: [TraceEvent] = [.began(header)]
        for text in remarks { events.append(.journal(TraceNote("import", at: .start, text: text, line: []))) }
        var now = Instant.start
        for (place, line) in lines.enumerated() {
            now = .start + .milliseconds(place)
            events.append(.received(Arrival(.console(Self.name, line), at: now), now: now, number: place + 1))
        }
        for item in items { append(item, at: now, to: &events) }
        events.append(.ended(verdict: "skipped", reason: "imported from a Qorvo log: nothing was judged"))
        return ImportedTrace(events: events, remarks: remarks, damage: nil)
    }

    private func append(_ item: QorvoLogReader.Item, at now: Instant, to events: inout [TraceEvent]) {
        func note(_ kind: String, _ text: String) {
            events.append(.journal(TraceNote(kind, at: now, link: "uwb kit", text: text, line: [])))
        }
        guard case .entry(let entry) = item.content else { return }
        switch entry {
        case .round(let round):
            for measurement in round.measurements {
                let distance = measurement.centimetres.map { "\($0) cm" } ?? "no distance"
                note(
                    "distance",
                    "line \(item.line): \(measurement.address.hexadecimal): \(distance), \(measurement.status)")
            }
        case .state(let state, let reason): note("session", "line \(item.line): \(state), \(reason)")
        case .stopped(let reason): note("session", "line \(item.line): stopped, \(reason)")
        case .parameters, .heard, .ok, .refused, .other: break
        }
    }
}
