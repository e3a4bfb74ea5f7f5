import Ground
import Traces

/// What is to be said to viewers with the next packet: steps, findings, and acts that have no packet of their own.
struct Remarks: Sendable {
    /// The most that wait for one packet; what comes then is in the records alone.
    static let most = 32
    /// The most characters of one.
    static let longest = 400

    private var waiting: [String] = []

    mutating func add(_ remark: String) {
        guard waiting.count < Self.most else { return }
        waiting.append(String(remark.prefix(Self.longest)).escapedForDisplay)
    }

    mutating func add(_ note: TraceNote) {
        add(note.link.map { "\(note.kind), \($0): \(note.text)" } ?? "\(note.kind): \(note.text)")
    }

    /// Hands them over as comments.
    mutating func take(into options: inout [PcapngOption]) {
        guard !waiting.isEmpty else { return }
        for remark in waiting { options.append(PcapngOption(.comment, text: remark)) }
        waiting.removeAll(keepingCapacity: true)
    }
}
