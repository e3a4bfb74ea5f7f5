/// The result of an import as a JSON document for other programs.
public struct ImportDocument {
    private struct Content: Encodable {
        struct Refused: Encodable {
            let folder: String
            let code: String
            let why: String
        }

        let format = HistoryJSON.format
        let added: Int
        let known: Int
        let gone: Int
        let gates: Int
        let refused: [Refused]
        let refusedBesides: Int
        let notes: [String]
    }

    private let content: Content

    public init(_ report: HistoryImport) {
        content = Content(
            added: report.added, known: report.known, gone: report.gone, gates: report.gates,
            refused: report.refused.map { Content.Refused(folder: $0.folder, code: $0.code, why: $0.why) },
            refusedBesides: report.refusedBesides, notes: report.notes)
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
