import Ground
import Journal
import Reports
import System

/// What runs leave on disk: a folder each with journal and verdict, and one report of all.
struct Evidence {
    /// The folder given on the command line.
    let folder: String
    private let options: TraceOptions

    /// Makes the folder where it is missing.
    init(in folder: String, options: TraceOptions) throws(CommandTrouble) {
        self.folder = folder
        self.options = options
        do {
            try Files.makeFolder(folder)
        } catch {
            throw .cannotWrite(folder, error)
        }
    }

    /// True when an earlier series left its results there, whose verdicts could be taken for those of a new one.
    static func isLeft(in folder: String) -> Bool {
        Files.names(in: folder).contains { name in
            let digits = name.prefix { $0.isASCII && $0.isNumber }.count
            return name == reportName || (digits >= 3 && name.dropFirst(digits).hasPrefix("-"))
        }
    }

    static let reportName = "report.xml"

    /// Makes the folder of the run with this number, counted from 1: `001-fullFlow-seed1`.
    func begin(
        run number: Int, of scenario: String, seed: UInt64, isLive: Bool
    ) throws(CommandTrouble) -> RunEvidence {
        let count = String(number)
        let padding = String(repeating: "0", count: max(0, 3 - count.count))
        let name = String(scenario.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" })
        return try RunEvidence(
            in: "\(folder)/\(padding)\(count)-\(name)-seed\(seed)", options: options, isLive: isLive)
    }

    /// Writes the report of all runs.
    func end(_ tally: RunTally) throws(CommandTrouble) {
        try Self.writeReport(tally, to: "\(folder)/\(Self.reportName)")
    }

    static func writeReport(_ tally: RunTally, to path: String) throws(CommandTrouble) {
        do {
            try Files.write(Array(JUnitReport(tally.summaries).text.utf8), to: path)
        } catch {
            throw .cannotWrite(path, error)
        }
    }
}

/// What one run leaves on disk: trace and journal, written as things happen, and last of all its verdict.
///
/// A folder without `verdict.json` is a run that never came to its end.
final class RunEvidence {
    /// The trace, which begins when the bench is up.
    let trace: RunTrace
    private let folder: String
    private let journal: FileDescriptor
    private var trouble: CommandTrouble?

    init(in folder: String, options: TraceOptions, isLive: Bool) throws(CommandTrouble) {
        self.folder = folder
        trace = RunTrace(in: folder, options: options, isLive: isLive)
        do {
            try Files.makeFolder(folder)
            journal = try Files.create("\(folder)/journal.jsonl")
        } catch {
            throw .cannotWrite(folder, error)
        }
    }

    /// Appends one line; what goes wrong is told at the end, so that the run itself goes on and gives everything back.
    func receive(_ entry: JournalEntry) {
        guard trouble == nil else { return }
        do {
            let line = try entry.jsonLine()
            trace.receive(entry, line: line)
            try Files.append(line + [0x0A], to: journal)
        } catch {
            trouble = .cannotWrite("\(folder)/journal.jsonl", error)
        }
    }

    func end(with summary: RunSummary) throws(CommandTrouble) {
        trace.end(verdict: summary.verdict.description, reason: summary.reason)
        journal.close()
        if let trouble = trouble ?? trace.trouble { throw trouble }
        do {
            try Files.write(try VerdictDocument(summary).json(), to: "\(folder)/verdict.json")
        } catch {
            throw .cannotWrite("\(folder)/verdict.json", error)
        }
    }
}
