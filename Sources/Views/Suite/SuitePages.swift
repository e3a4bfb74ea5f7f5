public import Evidence
import Ground
import Journal
import Recordings
public import Reports
import Wording

/// Writes the page of all runs in one or several folders, and the page of each run into its folder.
public struct SuitePages {
    /// The name of the page of all runs.
    public static let fileName = "index.html"
    /// The name of the page in a run's folder.
    public static let runFileName = "page.html"
    /// The greatest number of runs with a page, those that did not pass first; `trammel show` makes the others.
    public static let mostPages = 500

    private let folders: [String]
    /// The folders' names as given by the user.
    private let names: [String]
    private let path: String
    private let place: UnfinishedFile.Place

    /// Creates the pages; `path` is the path of the page of all runs, nil for the first folder.
    public init(
        of folders: [String], shownAs names: [String]? = nil, to path: String? = nil,
        _ place: UnfinishedFile.Place = .replacingOwn(.page)
    ) {
        self.place = place
        precondition(!folders.isEmpty, "a page is of at least one folder")
        self.folders = folders
        self.names = names ?? folders
        self.path = path ?? "\(folders[0])/\(Self.fileName)"
    }

    /// Writes a page stating that a command with this results folder has not ended.
    public static func begin(in folder: String, shownAs name: String) throws(CommandError) {
        let page = SuitePage.beginning(of: name)
        try UnfinishedFile.write(Array(page.utf8), to: "\(folder)/\(fileName)", .replacingOwn(.page))
    }

    /// Writes all pages. Returns 3 if the evidence of a run, or the record of all, cannot be used, 4 if there is no run
    /// at all, otherwise 0. `tell` receives the reason for any status but 0, `progress` the number of pages written and
    /// the number of all.
    public func write(
        telling tell: (String) -> Void = { _ in }, progress: (Int, Int) -> Void = { _, _ in }
    ) throws(CommandError) -> CommandStatus {
        var suites: [SuiteFolder] = []
        for (folder, name) in zip(folders, names) { suites.append(try SuiteFolder(folder, shownAs: name)) }
        var content = SuiteContent(suites)
        let order =
            content.runs.indices.filter { content.runs[$0].summary.verdict.kind != .passed }
            + content.runs.indices.filter { content.runs[$0].summary.verdict.kind == .passed }
        let shown = order.filter { content.runs[$0].hasTrace }.prefix(Self.mostPages)
        // The page of all runs is written even if another page cannot be.
        var trouble: CommandError?
        for (written, place) in shown.enumerated() {
            progress(written, shown.count)
            var run = content.runs[place]
            do throws(CommandError) { try writePage(of: &run) } catch { trouble = trouble ?? error }
            content.change(place) { $0 = run }
        }
        for run in content.runs where run.address == nil {
            do throws(CommandError) { try replaceStalePage(of: run) } catch { trouble = trouble ?? error }
        }
        try UnfinishedFile.write(Array(SuitePage(content: content).html.utf8), to: path, place)
        if let trouble { throw trouble }
        guard content.count > 0 else {
            tell("no runs in \(names.joined(separator: ", "))")
            return .nothingShown
        }
        let doubtful = content.runs.filter(\.isDoubtful)
        for run in doubtful {
            let why = run.remarks.first ?? run.summary.explanation ?? Sentence.noReasonKnown.description
            tell("\(run.folder ?? run.summary.scenario): \(why)")
        }
        let troubles = suites.compactMap(\.trouble)
        for trouble in troubles { tell("\(trouble)") }
        // A doubtful run differs from the record by itself.
        if doubtful.isEmpty { for mismatch in content.mismatches { tell("\(names[0]): \(mismatch)") } }
        return doubtful.isEmpty && troubles.isEmpty ? .passed : .rigWrong
    }

    /// Writes the page of one run, and records the locations of its failures.
    private func writePage(of run: inout PageRun) throws(CommandError) {
        guard let folder = run.path else { return }
        var page = TracePage(index: index(of: run, in: folder))
        let doubts = EvidenceIssues()
        let memory = FrameMemory()
        do throws(CommandError) {
            let trace = try ShownTrace(folder) { doubts.all.append($0) }
            var reader = TimelineReader()
            try trace.read { event in
                memory.receive(event)
                page.receive(event, reader.receive(event))
            }
        } catch {
            run.doubt(.told(error.what))
        }
        for doubt in doubts.all {
            switch doubt {
            case .remark(let what, _), .unusable(let what): run.remark(what)
            case .contradiction(let what, _): run.doubt(.contradicts(what))
            }
        }
        for remark in run.remarks { page.note(remark) }
        // The page of all runs says the same of it.
        if run.isDoubtful || run.summary.verdict == .aborted { page.overrule(by: run.summary) }
        run.tell(memory.explained(run.summary))
        run.places = run.summary.failures.map { failure in
            let step = page.step(of: failure)
            return PageRun.Place(step: step?.record, elapsed: step?.elapsed, frame: page.frame(of: failure))
        }
        if run.summary.verdict.kind != .passed { page.bugText = BugText(run: run) }
        let place: UnfinishedFile.Place = if case .replacing = place { .replacing } else { .renewing(.page) }
        try UnfinishedFile.write(Array(page.html.utf8), to: "\(folder)/\(Self.runFileName)", place)
        run.address = PageAddress.of(Self.runFileName, in: folder, from: Files.folder(of: path))
    }

    /// Returns the address of a run on the page of all runs, from the run's own page.
    private func index(of run: PageRun, in folder: String) -> String? {
        PageAddress.of(FileName.last(of: path), in: Files.folder(of: path), from: folder).map {
            "\($0)#run-\(run.number)"
        }
    }

    /// Replaces a page that an earlier program left for a run, if it may still say that the run passed.
    private func replaceStalePage(of run: PageRun) throws(CommandError) {
        guard let folder = run.path, run.isDoubtful || run.summary.verdict == .aborted else { return }
        let old = "\(folder)/\(Self.runFileName)"
        guard Files.kind(of: old) != nil, FileName.obstacle(old, .replacingOwn(.page)) == nil else { return }
        let page = SuitePage.withoutTrace(run, index: index(of: run, in: folder))
        try UnfinishedFile.write(Array(page.utf8), to: old, .renewing(.page))
    }

    /// A collection of doubts about a run, as they are found.
    private final class EvidenceIssues {
        var all: [EvidenceIssue] = []
    }
}
