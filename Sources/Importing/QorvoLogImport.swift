import Ground
import Links
import Traces

/// Makes console lines and notes of a text log of the Qorvo command line, as its pieces come in.
///
/// Such a log has no times. One millisecond lies between two lines, so that they keep their order.
struct QorvoLogImport: Sendable {
    /// A line, or what its round or session says, at the line's instant.
    struct Item: Sendable {
        enum Content: Sendable {
            case line(String)
            case note(kind: String, text: String)
        }

        let instant: Instant
        let content: Content
    }

    /// Whose console the log is.
    static let name = AccessoryName("accessory1")
    private static let beginning = [
        "the log has no times: a millisecond was put between its lines", "no Bluetooth in the log",
    ]

    private var reader = QorvoLogReader()
    private var line: [UInt8] = []
    private var kept = KeptRemarks(QorvoLogImport.beginning)
    /// How many lines with text there were.
    private(set) var lines = 0

    var remarks: [String] { kept.texts }

    mutating func receive(_ piece: ArraySlice<UInt8>, _ take: (Item) -> Void) {
        for byte in piece {
            if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
                endLine(take)
            } else if line.count < QorvoLogReader.largestLine {
                line.append(byte)
            }
        }
        var items: [QorvoLogReader.Item] = []
        reader.receive(piece, into: &items)
        for item in items { tell(item, take) }
    }

    mutating func finish(_ take: (Item) -> Void) {
        endLine(take)
        var items: [QorvoLogReader.Item] = []
        reader.finish(into: &items)
        for item in items { tell(item, take) }
    }

    /// The instant of the line that was read last.
    private var now: Instant { .start + .milliseconds(max(0, lines - 1)) }

    private mutating func endLine(_ take: (Item) -> Void) {
        guard !line.isEmpty else { return }
        lines += 1
        take(Item(instant: now, content: .line(String(decoding: line, as: UTF8.self))))
        line.removeAll(keepingCapacity: true)
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
        case .entry(.state(let state, let reason)): note("session", "\(state), \(reason)")
        case .entry(.stopped(let reason)): note("session", "stopped, \(reason)")
        case .entry(.parameters), .entry(.heard), .entry(.ok), .entry(.refused), .entry(.other): break
        }
    }
}
