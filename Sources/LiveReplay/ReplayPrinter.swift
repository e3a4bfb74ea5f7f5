import Ground
import Journal
import Links
import Reports
import TraceViews

/// Shows a replay as it goes, and its verdict only when it is known to be one, as the run itself showed it.
///
/// The last frames before a failure are told by what they mean, which all that went over the links before decides.
final class ReplayPrinter {
    private let report: ConsoleReport?
    private let memory = FrameMemory()
    private var held: JournalEntry?

    /// Without a report nothing is shown.
    init(_ report: ConsoleReport?) { self.report = report }

    /// The links of the run, whose frames are remembered.
    func remembering(_ links: any LinkSet) -> any LinkSet { RememberedLinks(links, tell: memory.receive) }

    /// Takes the next entry of the journal.
    func receive(_ entry: JournalEntry) {
        if case .runEnded = entry.event { held = entry } else { report?.receive(entry) }
    }

    /// The summary, its failures with the meaning of their last frames.
    func explained(_ summary: RunSummary) -> RunSummary { memory.explained(summary) }

    /// Shows the verdict, where there was one.
    func show() {
        if let held, case .runEnded(let summary) = held.event {
            report?.receive(JournalEntry(.runEnded(summary: explained(summary)), at: held.instant))
        }
        held = nil
    }
}
