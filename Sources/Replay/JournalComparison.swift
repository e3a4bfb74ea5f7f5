import Ground
import Journal
import Recordings

/// Compares a replay's journal, apart from frames, with the recorded one, entry by entry.
final class JournalComparison {
    private var notes: ReplayCursor<TraceNote>
    /// False if the recording stops short, so that the entries after its last one are unknown.
    private let isWhole: Bool
    private let links: ReplayLinks
    /// The first entry that differs; later ones are not compared.
    private(set) var divergence: Divergence?

    init(_ script: ReplayScript, of links: ReplayLinks) {
        notes = script.notes()
        isWhole = script.isWhole
        self.links = links
    }

    /// Whether comparison continues. It stops once the frames have diverged.
    private var isComparing: Bool { divergence == nil && links.divergence == nil && !links.isCutShort }

    func receive(_ entry: JournalEntry) {
        switch entry.event {
        // Frames are compared by the links; when and where a run was played is not part of what happened in it.
        case .frame, .provenance: return
        default: break
        }
        guard isComparing, isWhole || notes.next != nil else { return }
        let recorded = notes.next
        notes.advance()
        // An entry that cannot be encoded counts as none, and so differs from the recorded one.
        let note = TraceNote(entry)
        guard note?.line != recorded?.line, !isAlike(entry, note, recorded) else { return }
        diverge(.noted(note, insteadOf: recorded), at: entry.instant)
    }

    /// Whether both entries have the same content, regardless of wording.
    private func isAlike(_ entry: JournalEntry, _ note: TraceNote?, _ recorded: TraceNote?) -> Bool {
        guard let note, let recorded, note.instant == recorded.instant else { return false }
        guard let then = recorded.event else { return false }
        if case (.runEnded(let now), .runEnded(let then)) = (entry.event.wordless, then.wordless) {
            // Recordings from before runs kept the figures of accessories have none.
            let hasFigures = then.measured.contains { $0.subject != nil }
            return (hasFigures ? now : now.withoutFigures) == then
        }
        return entry.event.wordless == then.wordless
    }

    /// Reports a recorded entry left over when the run has ended.
    func end() {
        guard isComparing, let recorded = notes.next else { return }
        diverge(.noted(nil, insteadOf: recorded), at: links.instant)
    }

    private func diverge(_ kind: Divergence.Kind, at instant: Instant) {
        divergence = Divergence(kind, frame: links.lastFrame, at: instant, after: links.lastArrival)
    }
}
