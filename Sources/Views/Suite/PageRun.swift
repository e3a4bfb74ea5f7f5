import Evidence
import Ground
import Journal
import Reports
import Wording

/// A run as shown by the page of all runs.
struct PageRun: Sendable {
    /// The location of a failure in the run's page.
    struct Place: Hashable, Sendable {
        /// The step that ended with it; nil if the trace has none.
        let step: StepRecord?
        /// The duration of that step.
        let elapsed: Lapse?
        /// The last frame before it; nil if the page does not show it.
        let frame: Int?
    }

    /// The run's number on the page, from 1: `#run-7`.
    let number: Int
    /// The result, as far as the evidence supports it.
    private(set) var summary: RunSummary
    /// The content of its verdict; nil if there is no readable one.
    let record: RunRecord?
    /// The folder as named by the user, and its path; nil if it has none.
    let folder: String?
    let path: String?
    /// Whether it has a trace.
    let hasTrace: Bool
    /// Whether its evidence contradicts itself, or cannot be used.
    private(set) var isDoubtful: Bool
    /// Whether its verdict exists but cannot be used.
    let isUnreadable: Bool
    /// The address of its page, relative to the page of all runs; nil if it has none.
    var address: String?
    /// The locations of its failures, in order; empty if it has no page.
    var places: [Place] = []
    /// EvidenceIssues about it, as sentences without full stops.
    private(set) var remarks: [String] = []

    /// Creates a run without a folder.
    init(_ number: Int, _ summary: RunSummary) {
        self.number = number
        self.summary = summary
        (record, folder, path) = (nil, nil, nil)
        (hasTrace, isDoubtful, isUnreadable) = (false, false, false)
    }

    /// Creates a run that left a folder; `told` is the command's report on it, for a run without a verdict.
    init(_ number: Int, _ left: RunFolder, shownAs folder: String, told: RunSummary?) {
        self.number = number
        self.folder = folder
        (record, path, hasTrace) = (left.record, left.folder, left.hasTrace)
        switch left.ending {
        case .told(let summary):
            (self.summary, isDoubtful, isUnreadable) = (summary, false, false)
            if left.isTracePruned {
                remark(Sentence.runTraceWasPruned.description)
            } else if !left.hasTrace {
                doubtTrace()
            }
            for problem in left.sealProblems { doubt(.contradicts(problem.description)) }
        case .unended:
            (isDoubtful, isUnreadable) = (false, false)
            let unended = Self.summary(
                of: left, verdict: .aborted, reason: Sentence.runHasNoVerdict.description, error: nil)
            // A pass that cannot be shown is not one, whatever the command reported.
            summary = told.flatMap { $0.verdict == .passed ? nil : $0 } ?? unended
        case .unusable(let error):
            (isDoubtful, isUnreadable) = (true, left.record == nil)
            let isContradiction = error.code == "evidence.contradicts"
            let told = isContradiction ? RunError(error.code, Sentence.contradicts(error.reason).description) : error
            summary = Self.summary(of: left, verdict: .error, reason: nil, error: told)
        }
    }

    /// Returns whether a likely cause explains its failure, which it never does if the rig had a fault.
    func isExplained(by cause: LikelyCause) -> Bool {
        record?.faults.entries.isEmpty == true && cause.explains(summary)
    }

    /// Records a contradiction between its files, after which it no longer counts as passed.
    mutating func doubt(_ what: Sentence) {
        // The reader of the trace finds it as well.
        if !remarks.contains(what.description) { remarks.append(what.description) }
        isDoubtful = true
        switch summary.verdict {
        case .passed, .skipped: summary = summary.ending(in: RunError("evidence.contradicts", what.description))
        case .failed, .error, .timedOut, .aborted: break
        }
    }

    /// Records a remark without consequences.
    mutating func remark(_ what: String) { remarks.append(what) }

    /// Replaces the failures by those whose last frames have their meaning.
    mutating func tell(_ explained: RunSummary) {
        guard explained.failures.count == summary.failures.count else { return }
        summary = summary.telling(explained.failures)
    }

    /// Checks for a trace: a run that was skipped or never began has none, and one that passed has one.
    private mutating func doubtTrace() {
        switch summary.verdict {
        case .passed: doubt(.runHasNoTrace)
        case .failed, .timedOut: remark(Sentence.runHasNoTrace.description)
        case .error, .skipped, .aborted: break
        }
    }

    /// Returns a summary with the scenario's name from the verdict, or else from the folder's name.
    private static func summary(of left: RunFolder, verdict: Verdict, reason: String?, error: RunError?) -> RunSummary {
        let told = left.record?.summary
        let rest = left.name.drop { $0.isNumber }.dropFirst()
        let mark = "-seed"
        var (scenario, seed) = (String(rest), UInt64(0))
        if let range = rest.ranges(of: mark).last, let number = UInt64(rest[range.upperBound...]) {
            (scenario, seed) = (String(rest[..<range.lowerBound]), number)
        }
        return RunSummary(
            scenario: told?.scenario ?? (scenario.isEmpty ? left.name : scenario),
            spot: SourceSpot(file: "", line: 0), rig: told?.rig ?? "", seed: told?.seed ?? seed,
            verdict: verdict, reason: reason, error: error)
    }
}
