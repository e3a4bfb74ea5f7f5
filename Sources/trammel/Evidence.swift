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
