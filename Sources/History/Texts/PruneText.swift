import Ground

/// The files that may be pruned from run folders, or were, as lines for people.
public struct PruneText {
    public let lines: [String]
    public static let mostTold = 100

    public init(_ prune: HistoryPrune, isDone: Bool) {
        var lines = prune.candidates.prefix(Self.mostTold).map { candidate in
            "\(candidate.folder.shown(200)): \(candidate.files.joined(separator: ", ").shown()), "
                + HistoryWords.bytes(candidate.bytes) + (candidate.gate.isEmpty ? "" : ", breaks a gate's seal")
        }
        let more = prune.candidates.count - Self.mostTold
        if more > 0 { lines.append("and \(counted(more, "more run"))") }
        let what = "\(HistoryWords.bytes(prune.bytes)) of \(counted(prune.candidates.count, "run"))"
        lines.append(isDone ? "\(what) deleted" : "\(what) would go: --delete deletes it")
        if prune.sealed > 0 {
            lines.append("\(counted(prune.sealed, "run")) that a gate's record names: only with --break-seal")
        }
        self.lines = lines
    }
}
