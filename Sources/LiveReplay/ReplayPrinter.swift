import Journal
import Reports

/// Shows a replay as it goes, and its verdict only when it is known to be one.
final class ReplayPrinter {
    private let report: ConsoleReport
    private var held: JournalEntry?

    init(_ report: ConsoleReport) { self.report = report }

    /// Takes the next entry of the journal.
    func receive(_ entry: JournalEntry) {
        if case .runEnded = entry.event { held = entry } else { report.receive(entry) }
    }

    /// Shows the verdict, where there was one.
    func show() {
        if let held { report.receive(held) }
        held = nil
    }
}
