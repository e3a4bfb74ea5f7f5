/// The groups of runs as a JSON document for other programs.
public struct HistoryDocument {
    private struct Content: Encodable {
        let format = HistoryJSON.format
        let rate: Double?
        let confidence: Double?
        let refusedFolders: Int
        let groups: [HistoryJSON.Group]
        let gates: [HistoryJSON.Gate]
    }

    private let content: Content

    public init(_ groups: [HistoryGroup], _ bar: PassBar, gates: [HistoryGate] = [], refused: Int) {
        content = Content(
            rate: HistoryJSON.share(bar.rate), confidence: HistoryJSON.share(bar.confidence), refusedFolders: refused,
            groups: HistoryJSON.groups(groups, bar), gates: gates.map(HistoryJSON.Gate.init))
    }

    /// Returns the document with sorted keys and a final line feed. Throws only errors of the encoder, which are not
    /// expected.
    public func json() throws -> [UInt8] { try HistoryJSON.bytes(content) }
}
