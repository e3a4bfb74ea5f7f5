import Gate
import Ground

/// What a gate left: its document.
enum GateTargets {
    static let all = [
        FuzzTarget("gate-document", seeds: { [Seeds.file("gate/gate-format-1.json")] }, take: document)
    ]

    private static func document(_ input: [UInt8]) {
        guard let document = try? GateFile.document(from: input) else { return }
        must(GateFile.bytes(of: document) == input, "what was read is not what would be written")
        must(document.contradictions.isEmpty, "a document that contradicts itself was read")
    }
}
