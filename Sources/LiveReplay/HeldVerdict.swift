public import Journal
public import Reports

/// Shows a replay as it goes, and its verdict only when it is known to be one.
public final class HeldVerdict {
    private let report: ConsoleReport
    private var held: JournalEntry?

    public init(_ report: ConsoleReport) { self.report = report }

    /// Takes the next entry of the journal.
    public func receive(_ entry: JournalEntry) {
        if case .runEnded = entry.event { held = entry } else { report.receive(entry) }
    }

    /// Shows the verdict, where there was one.
    public func show() {
        if let held { report.receive(held) }
        held = nil
    }
}
