import Ground
import Traces

/// The comments for viewers on the next packet: steps, findings, and acts that have no packet.
struct Remarks: Sendable {
    /// The maximum number of comments waiting for a packet; any more are in the records alone.
    static let most = 32
    /// The maximum length of a comment in characters.
    static let longest = 400

    private var waiting: [String] = []

    mutating func add(_ remark: String) {
        guard waiting.count < Self.most else { return }
        // A text has no more characters than bytes, which are faster to count.
        let fitting = remark.utf8.count <= Self.longest ? remark : String(remark.prefix(Self.longest))
        waiting.append(fitting.escapedForDisplay)
    }

    mutating func add(_ note: TraceNote) {
        add(note.link.map { "\(note.kind), \($0): \(note.text)" } ?? "\(note.kind): \(note.text)")
    }

    /// Removes and returns the waiting comments.
    mutating func take() -> [String] {
        if waiting.isEmpty { return [] }
        defer { waiting.removeAll(keepingCapacity: true) }
        return waiting
    }

    /// Moves the waiting comments into a packet's options.
    mutating func take(into options: inout [PcapngOption]) {
        for remark in take() { options.append(PcapngOption(.comment, text: remark)) }
    }
}
