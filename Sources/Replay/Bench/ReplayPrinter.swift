import Ground
import Journal
import Links
import Reports
import Views

/// Shows a replay as it progresses, and its verdict, in the run's own form, only once that is confirmed.
///
/// The last frames before a failure are described by their meaning, which depends on all traffic before them.
final class ReplayPrinter {
    private let report: ConsoleReport?
    private let memory = FrameMemory()
    private var held: JournalEntry?

    /// Creates a printer. Without a report it shows nothing.
    init(_ report: ConsoleReport?) { self.report = report }

    /// Wraps the links of the run so that their frames are remembered.
    func remembering(_ links: any LinkSet) -> any LinkSet { RememberedLinks(links, tell: memory.receive) }

    /// Receives the next journal entry.
    func receive(_ entry: JournalEntry) {
        if case .runEnded = entry.event { held = entry } else { report?.receive(entry) }
    }

    /// Returns the summary with the meaning of its failures' last frames.
    func explained(_ summary: RunSummary) -> RunSummary { memory.explained(summary) }

    /// Shows the verdict, if there was one.
    func show() {
        if let held, case .runEnded(let summary) = held.event {
            report?.receive(JournalEntry(.runEnded(summary: explained(summary)), at: held.instant))
        }
        held = nil
    }
}
