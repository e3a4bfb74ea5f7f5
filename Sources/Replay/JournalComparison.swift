import Ground
import Journal
import Recordings

/// Compares what the journal of a replay has, beside frames, with what the recorded one had, entry by entry.
final class JournalComparison {
    private var notes: ReplayCursor<TraceNote>
    /// False where the recording stops short: then what comes after its last entry is not known.
    private let isWhole: Bool
    /// Whether the recording is of a format in which failures and findings had no codes.
    private let isUncoded: Bool
    private let links: ReplayLinks
    /// The first entry that differs; later ones are not looked at.
    private(set) var divergence: Divergence?

    init(_ script: ReplayScript, of links: ReplayLinks) {
        notes = script.notes()
        isWhole = script.isWhole
        isUncoded = script.header.format < 3
        self.links = links
    }

    /// Whether there is still something to compare: not once the frames went their own way.
    private var isComparing: Bool { divergence == nil && links.divergence == nil && !links.isCutShort }

    func receive(_ entry: JournalEntry) {
        switch entry.event {
        // Frames are compared by the links; when and where a run was played is no part of what happened in it.
        case .frame, .provenance: return
        default: break
        }
        guard isComparing, isWhole || notes.next != nil else { return }
        let recorded = notes.next
        notes.advance()
        // An entry that cannot be encoded is like none, and then differs from what was recorded.
        let note = (try? TraceNote(entry)) ?? nil
        guard note?.line != recorded?.line, !isAlike(entry, note, recorded) else { return }
        diverge(.noted(note, insteadOf: recorded), at: entry.instant)
    }

    /// Whether both tell the same, however each puts it into words.
    ///
    /// Of a recording of format 1 or 2, which has words in the place of values, kind, link and instant are compared.
    private func isAlike(_ entry: JournalEntry, _ note: TraceNote?, _ recorded: TraceNote?) -> Bool {
        guard let note, let recorded, note.instant == recorded.instant else { return false }
        if isUncoded { return note.kind == recorded.kind && note.link == recorded.link }
        guard let then = recorded.event else { return false }
        if case (.runEnded(let now), .runEnded(let then)) = (entry.event.wordless, then.wordless) {
            return now.bounded == then.bounded
        }
        return entry.event.wordless == then.wordless
    }

    /// Tells what is left when the run has come to its end.
    func end() {
        guard isComparing, let recorded = notes.next else { return }
        diverge(.noted(nil, insteadOf: recorded), at: links.instant)
    }

    private func diverge(_ kind: Divergence.Kind, at instant: Instant) {
        divergence = Divergence(kind, frame: links.lastFrame, at: instant, after: links.lastArrival)
    }
}
