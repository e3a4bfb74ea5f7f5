/// The files that may be pruned from run folders, as a JSON document for other programs.
public struct PruneDocument {
    private struct Content: Encodable {
        struct Run: Encodable {
            let folder: String
            let files: [String]
            let bytes: Int
            let gate: String?
        }

        let format = HistoryJSON.format
        let deleted: Bool
        let bytes: Int
        let sealed: Int
        let runs: [Run]
    }

    private let content: Content

    public init(_ prune: HistoryPrune, isDone: Bool) {
        content = Content(
            deleted: isDone, bytes: prune.bytes, sealed: prune.sealed,
            runs: prune.candidates.map {
                Content.Run(
                    folder: $0.folder, files: $0.files, bytes: $0.bytes, gate: $0.gate.isEmpty ? nil : $0.gate)
            })
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
