import Journal
import Recordings
import Vocabulary

extension TimelineEntry {
    /// Every kind of entry that this program writes or reads, in the order of a run: frames, acts, then notes.
    public static let kinds = frameKinds + noteKinds

    /// The kinds of frames; several links have acts of the same name.
    private static let frameKinds = (LinkKind.all.flatMap(\.filterKinds) + ["malformed", "fault"]).reduce(
        into: [String]()
    ) { kinds, kind in
        if !kinds.contains(kind) { kinds.append(kind) }
    }

    /// The kinds of notes from the journal, a capture's import and the trace itself.
    private static let noteKinds =
        (EntryKind.allCases.map(\.rawValue) + EventKind.allCases.map(\.rawValue))
        .reduce(into: [String]()) { if !(frameKinds + $0).contains($1) { $0.append($1) } }
}
