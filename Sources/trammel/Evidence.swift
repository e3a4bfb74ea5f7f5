import Ground
import Journal
import Reports
import System

/// What runs leave on disk: a folder each with journal and verdict, and one report of all.
///
/// A run's journal is written entry by entry while it is played, its verdict last: a folder without `verdict.json` is a
/// run that never came to its end.
struct Evidence {
    /// The folder given on the command line.
    let folder: String

    /// Refuses a folder that holds an earlier series, whose verdicts could be taken for those of this one.
    init(in folder: String) throws(SystemError) {
        self.folder = folder
        let names = Files.names(in: folder)
        guard !names.contains(Self.reportName), !names.contains(where: Self.isRunFolder) else {
            throw SystemError("use \(folder), which holds the results of an earlier run", code: 17)
        }
        try Files.makeFolder(folder)
    }

    private static let reportName = "report.xml"

    var reportPath: String { "\(folder)/\(Self.reportName)" }

    private static func isRunFolder(_ name: String) -> Bool {
        let number = name.prefix { $0.isASCII && $0.isNumber }
        return number.count >= 3 && name.dropFirst(number.count).hasPrefix("-")
    }
}
