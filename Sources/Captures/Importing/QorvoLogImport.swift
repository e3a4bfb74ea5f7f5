import Ground
import Journal
import Links
import Traces
import UWB

/// Converts a text log of the Qorvo command line to console lines and notes, as its pieces arrive.
///
/// A line has the time that a terminal wrote before it, or else that of the line before. If the log has no times,
/// lines are placed one millisecond apart to keep their order.
struct QorvoLogImport: Sendable {
    /// A line, or the meaning of its round or session, at the line's instant.
    struct Item: Sendable {
        enum Content: Sendable {
            case line(String)
            case note(kind: String, text: String)
        }

        let instant: WallInstant
        let content: Content
    }

    /// The accessory whose console the log shows.
    static let name = AccessoryName("accessory1")

    private var reader = QorvoLogReader()
    private var cutter = LogLineReader()
    private var clock = LogClock()
    private var kept = ImportNotes(["no Bluetooth in the log"])
    /// The number of lines with text.
    private(set) var lines = 0
    /// Whether terminals' times are used; otherwise lines are counted.
    private let usesTimes: Bool
    /// The latest time.
    private var now: WallInstant

    /// Creates an import; `start` is the first time of the log, as found by a first pass, or nil if there is none.
    init(start: WallInstant? = nil, isSurvey: Bool = false) {
        usesTimes = isSurvey || start != nil
        now = start ?? WallInstant(nanoseconds: 0)
    }

    var remarks: [String] { kept.texts + clock.remarks }
    /// The first time in the log.
    var start: WallInstant? { clock.first }

    mutating func receive(_ piece: ArraySlice<UInt8>, _ take: (Item) -> Void) {
        var ended: [LogLine] = []
        cutter.receive(piece, into: &ended)
        for line in ended { receive(line, take) }
    }

    mutating func finish(_ take: (Item) -> Void) {
        var ended: [LogLine] = []
        cutter.finish(into: &ended)
        for line in ended { receive(line, take) }
        var items: [QorvoLogReader.Item] = []
        reader.finish(into: &items)
        for item in items { tell(item, take) }
    }

    private mutating func receive(_ line: LogLine, _ take: (Item) -> Void) {
        if usesTimes, let stamp = line.stamp {
            now = clock.instant(of: stamp) { kept.add(alike: "line \(line.number): \($0)") }
        }
        guard !line.text.isEmpty else { return }
        if !usesTimes, lines > 0 { now = now + .milliseconds(1) }
        lines += 1
        take(Item(instant: now, content: .line(String(line.text))))
        var items: [QorvoLogReader.Item] = []
        reader.receive(line, into: &items)
        for item in items { tell(item, take) }
    }

    private mutating func tell(_ item: QorvoLogReader.Item, _ take: (Item) -> Void) {
        func note(_ kind: String, _ text: String) {
            take(Item(instant: now, content: .note(kind: kind, text: "line \(item.line): \(text)")))
        }
        switch item.content {
        case .finding(let finding): kept.add(alike: finding.description)
        case .entry(.round(let round)):
            for measurement in round.measurements {
                let distance = measurement.centimetres.map { "\($0) cm" } ?? "no distance"
                note("distance", "\(measurement.address.hexadecimal): \(distance), \(measurement.status)")
            }
        case .entry(.state(let state, let reason)): note(EntryKind.session.rawValue, "\(state), \(reason)")
        case .entry(.stopped(let reason)): note(EntryKind.session.rawValue, "stopped, \(reason)")
        case .entry(.status(let fields)):
            note("status", fields.map { "\($0.name) \($0.value)" }.joined(separator: ", "))
        case .entry(.parameters), .entry(.heard), .entry(.ok), .entry(.refused), .entry(.other): break
        }
    }
}
