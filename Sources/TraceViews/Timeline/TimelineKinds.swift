import Journal
import Vocabulary

extension TimelineEntry {
    /// Every kind of entry that this program writes or reads, in the order of a run: frames, acts, then notes.
    public static let kinds = frameKinds + actKinds + noteKinds

    private static let frameKinds = [
        "att", "nearby interaction", "uci", "ranging", "tag command", "tag response", "malformed",
    ]

    /// What is no bytes (`Inbound.kind` and `Outbound.kind`).
    private static let actKinds = [
        "find", "discovered", "connect", "connected", "connect failed", "parameters", "pair", "encrypted",
        "pairing failed", "forget", "disconnect", "disconnected", "open", "opened", "close", "poll", "no tag",
        "tag found", "tags found", "presence", "tag present", "tag absent", "exchange failed", "reader failed",
        "reader lost", "stage",
        "console", "finding", "fault",
    ]

    /// What the journal, a capture's import and the trace itself tell.
    private static let noteKinds =
        (EntryKind.allCases.map(\.rawValue) + EventKind.allCases.map(\.rawValue))
        .reduce(into: [String]()) { if !(frameKinds + actKinds + $0).contains($1) { $0.append($1) } }
}
