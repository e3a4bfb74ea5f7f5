import LinkKinds
import Vocabulary

extension TimelineEntry {
    /// Every kind of entry that this program writes or reads, in the order of a run: frames, acts, then notes.
    public static let kinds = frameKinds + noteKinds

    /// What goes over the links; several have acts of the same name.
    private static let frameKinds = (LinkKind.all.flatMap(\.filterKinds) + ["malformed", "fault"]).reduce(
        into: [String]()
    ) { kinds, kind in
        if !kinds.contains(kind) { kinds.append(kind) }
    }

    /// What the journal, a capture's import and the trace itself tell.
    private static let noteKinds =
        [
            "trace", "import", "run started", "step started", "step passed", "step failed", "run ended", "verdict",
            "gap",
            "interrupted", kernelKind,
            "session",
        ] + EventKind.allCases.map(\.rawValue).filter { !frameKinds.contains($0) }
}
