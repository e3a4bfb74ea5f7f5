import JSON

/// A document for other programs, with sorted keys: the same bytes for the same content.
public protocol HistoryJSONDocument: Encodable {}

extension HistoryJSONDocument {
    /// Returns the document as pretty-printed JSON with a final line feed.
    public func json() -> [UInt8] { JSON.document(self) }
}

/// The groups of runs, and the gates.
public struct HistoryDocument: HistoryJSONDocument {
    private let format = HistoryJSON.format
    private let rate: Double?
    private let confidence: Double?
    private let refusedFolders: Int
    private let groups: [HistoryJSON.Group]
    private let gates: [HistoryJSON.Gate]

    public init(_ groups: [HistoryGroup], _ bar: PassThreshold, gates: [HistoryGate] = [], refused: Int) {
        (rate, confidence) = (HistoryJSON.share(bar.rate), HistoryJSON.share(bar.confidence))
        self.groups = groups.map { HistoryJSON.Group($0, bar) }
        (self.gates, refusedFolders) = (gates.map { HistoryJSON.Gate($0) }, refused)
    }
}

/// The result of an import.
public struct ImportDocument: HistoryJSONDocument {
    private let format = HistoryJSON.format
    private let added: Int
    private let known: Int
    private let gone: Int
    private let gates: Int
    private let refused: [RefusedFolder]
    private let refusedBesides: Int
    private let notes: [String]

    public init(_ report: HistoryImport) {
        (added, known, gone, gates) = (report.added, report.known, report.gone, report.gates)
        (refused, refusedBesides, notes) = (report.refused, report.refusedBesides, report.notes)
    }
}

/// The files that may be pruned from run folders, or were.
public struct PruneDocument: HistoryJSONDocument {
    private struct Run: Encodable {
        let folder: String
        let files: [String]
        let bytes: Int
        let gate: String?
    }

    private let format = HistoryJSON.format
    private let deleted: Bool
    private let bytes: Int
    private let sealed: Int
    private let runs: [Run]

    public init(_ prune: HistoryPrune, isDone: Bool) {
        (deleted, bytes, sealed) = (isDone, prune.bytes, prune.sealed)
        runs = prune.candidates.map {
            Run(folder: $0.folder, files: $0.files, bytes: $0.bytes, gate: $0.gate.isEmpty ? nil : $0.gate)
        }
    }
}
