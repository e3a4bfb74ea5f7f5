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
        // A text has no more characters than bytes, which are counted faster.
        let fitting = remark.utf8.count <= Self.longest ? remark : String(remark.prefix(Self.longest))
        waiting.append(fitting.escapedForDisplay)
    }

    mutating func add(_ note: TraceNote) {
        add(note.link.map { "\(note.kind), \($0): \(note.text)" } ?? "\(note.kind): \(note.text)")
    }

    /// Hands them over.
    mutating func take() -> [String] {
        if waiting.isEmpty { return [] }
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting
    }

    /// Hands them over as comments.
    mutating func take(into options: inout [PcapngOption]) {
        for remark in take() { options.append(PcapngOption(.comment, text: remark)) }
    }
}
