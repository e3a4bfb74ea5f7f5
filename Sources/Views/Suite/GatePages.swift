public import Evidence
public import Gate
public import Ground
import Journal
import Reports
import Wording

/// Writes a gate's page and `gate.xml` into its folder, and the page of each run that did not pass into the run's
/// folder.
///
/// The files of runs are not trusted, as in `SuitePages`; the document alone decides. If a run's folder contradicts
/// the document, neither page reports more about the run than the document does.
public struct GatePages {
    /// The greatest number of runs with a page, in the order in which they were started.
    public static let mostPages = 200

    private let folder: String
    private let document: GateDocument
    private let attempts: [GateAttempt]
    private let elapsed: [Int: Lapse]
    private let history: [GateColumn]
    private let host: String
    private let period: GateReport.Period?

    /// Creates the pages; `attempts` are all runs of candidate and baseline, with folder paths inside the gate's
    /// folder, and `elapsed` is the duration of each by its ordinal.
    public init(
        of document: GateDocument, attempts: [GateAttempt], elapsed: [Int: Lapse] = [:], in folder: String,
        history: [GateColumn] = [], host: String, period: GateReport.Period? = nil
    ) {
        self.period = period
        self.folder = folder
        self.document = document
        self.attempts = attempts
        self.elapsed = elapsed
        self.history = history
        self.host = host
    }

    /// Writes both, and returns the report for annotations, a summary and other formats.
    public func write() throws(CommandError) -> GateReport {
        var summaries: [Int: RunSummary] = [:]
        var pages: [Int: String] = [:]
        var distances: [Int: [RunDistances]] = [:]
        let first = Set(document.scenarios.flatMap(\.failureKeys).map(\.firstOrdinal))
        // The gate's page is written even if another page cannot be.
        var trouble: CommandError?
        let runs = document.scenarios.flatMap(\.runs).filter { $0.verdict != .passed }
            .sorted { $0.ordinal < $1.ordinal }
        for run in runs where Self.isInside(run.folder) {
            let path = "\(folder)/\(run.folder)"
            guard let left = try? SuiteFolder(path).runs.first else { continue }
            if case .told(let summary) = left.ending { summaries[run.ordinal] = summary }
            guard left.hasTrace, pages.count < Self.mostPages || first.contains(run.ordinal) else { continue }
            do throws(CommandError) {
                let drawn = try writePage(of: left, in: path, depth: run.folder.split(separator: "/").count)
                if first.contains(run.ordinal) { distances[run.ordinal] = drawn }
                pages[run.ordinal] =
                    run.folder.split(separator: "/").map { PageAddress.encoded(String($0)) }
                    .joined(separator: "/") + "/\(SuitePages.runFileName)"
            } catch {
                trouble = trouble ?? error
            }
        }
        let report = GateReport(
            document, attempts: attempts, elapsed: elapsed, summaries: summaries, pages: pages, distances: distances,
            history: history, host: host, folder: folder, period: period)
        try UnfinishedFile.write(
            Array(GateXML(report).text.utf8), to: "\(folder)/\(GateXML.fileName)", .renewing(ReportForm.junit.mark))
        try UnfinishedFile.write(
            Array(GatePage(report).html.utf8), to: "\(folder)/\(GatePage.fileName)", .renewing(.page))
        if let trouble { throw trouble }
        return report
    }

    /// Returns whether a path is below the gate's folder.
    private static func isInside(_ path: String) -> Bool {
        !path.isEmpty && !path.hasPrefix("/") && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
    }

    /// Writes a run's page, and returns the distances that it draws.
    private func writePage(of left: RunFolder, in path: String, depth: Int) throws(CommandError) -> [RunDistances] {
        let up = Array(repeating: "..", count: depth).joined(separator: "/")
        var page = TracePage(index: "\(up)/\(GatePage.fileName)")
        var run = PageRun(1, left, shownAs: path, told: nil)
        page.bugText = BugText(run: run)
        let trace = try ShownTrace(path) { doubt in
            switch doubt {
            case .remark(let what, _), .unusable(let what): run.remark(what)
            case .contradiction(let what, _): run.doubt(.contradicts(what))
            }
        }
        var reader = TimelineReader()
        try trace.read { event in page.receive(event, reader.receive(event)) }
        for remark in run.remarks { page.note(remark) }
        if run.isDoubtful { page.overrule(by: run.summary) }
        let file = "\(path)/\(SuitePages.runFileName)"
        try UnfinishedFile.write(Array(page.html.utf8), to: file, .renewing(.page))
        return page.distances.map { drawn in
            RunDistances(
                accessory: drawn.accessory, samples: drawn.samples.map { .init($0.instant, $0.distance) },
                zones: drawn.zones.map { .init($0.name, $0.radius) })
        }
    }
}
