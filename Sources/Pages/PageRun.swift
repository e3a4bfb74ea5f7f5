import Evidence
import Ground
import Journal
import Reports
import Wording

/// A run as the page of all runs shows it.
struct PageRun: Sendable {
    /// Where a failure is in the run's own page.
    struct Place: Hashable, Sendable {
        /// The step that it ended; nil where the trace has none.
        let step: StepRecord?
        /// How long that step took.
        let elapsed: Span?
        /// The last frame before it; nil where the page does not show it.
        let frame: Int?
    }

    /// Counts the runs of the page from 1: `#run-7`.
    let number: Int
    /// What it came to, as far as its evidence shows it.
    private(set) var summary: RunSummary
    /// What its verdict says; nil where there is none that can be read.
    let reading: VerdictReading?
    /// The folder as whoever asked for it calls it, and its path; nil where it has none.
    let folder: String?
    let path: String?
    /// Whether it has a trace.
    let hasTrace: Bool
    /// Whether its evidence contradicts itself, or cannot be used.
    private(set) var isDoubtful: Bool
    /// Whether its verdict is there and cannot be used.
    let isUnreadable: Bool
    /// The address of its own page, as seen from the page of all runs; nil where it has none.
    var address: String?
    /// Where its failures are, in their order; empty where it has no page.
    var places: [Place] = []
    /// What is doubtful about it, as sentences without full stops.
    private(set) var remarks: [String] = []

    /// A run without a folder of its own.
    init(_ number: Int, _ summary: RunSummary) {
        self.number = number
        self.summary = summary
        (reading, folder, path) = (nil, nil, nil)
        (hasTrace, isDoubtful, isUnreadable) = (false, false, false)
    }

    /// A run that left a folder; `told` is what the command said of it, where it has no verdict.
    init(_ number: Int, _ left: LeftRun, shownAs folder: String, told: RunSummary?) {
        self.number = number
        self.folder = folder
        (reading, path, hasTrace) = (left.reading, left.folder, left.hasTrace)
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
            // What nobody can show was not passed, whatever the command says of it.
            summary = told.flatMap { $0.verdict == .passed ? nil : $0 } ?? unended
        case .unusable(let error):
            (isDoubtful, isUnreadable) = (true, left.reading == nil)
            summary = Self.summary(of: left, verdict: .error, reason: nil, error: error)
        }
    }

    /// Takes note that its files contradict each other: then nothing of it shows that it passed.
    mutating func doubt(_ what: Sentence) {
        // The reader of the trace finds it too.
        if !remarks.contains(what.description) { remarks.append(what.description) }
        isDoubtful = true
        switch summary.verdict {
        case .passed, .skipped: summary = summary.ending(in: RunError("evidence.contradicts", what.description))
        case .failed, .error, .timedOut, .aborted: break
        }
    }

    /// Takes note of something that changes nothing.
    mutating func remark(_ what: String) { remarks.append(what) }

    /// The same with failures whose last frames have their meaning.
    mutating func tell(_ explained: RunSummary) {
        guard explained.failures.count == summary.failures.count else { return }
        summary = summary.telling(explained.failures)
    }

    /// A run that was skipped or never began has no trace; one that passed has.
    private mutating func doubtTrace() {
        switch summary.verdict {
        case .passed: doubt(.runHasNoTrace)
        case .failed, .timedOut: remark(Sentence.runHasNoTrace.description)
        case .error, .skipped, .aborted: break
        }
    }

    /// Of what is known of the scenario: the verdict's own word, or the folder's name.
    private static func summary(of left: LeftRun, verdict: Verdict, reason: String?, error: RunError?) -> RunSummary {
        let rest = left.name.drop { $0.isNumber }.dropFirst()
        let mark = "-seed"
        var (scenario, seed) = (String(rest), UInt64(0))
        if let range = rest.ranges(of: mark).last, let number = UInt64(rest[range.upperBound...]) {
            (scenario, seed) = (String(rest[..<range.lowerBound]), number)
        }
        return RunSummary(
            scenario: left.reading?.scenario ?? (scenario.isEmpty ? left.name : scenario),
            spot: SourceSpot(file: "", line: 0), rig: left.reading?.rig ?? "", seed: left.reading?.seed ?? seed,
            verdict: verdict, reason: reason, error: error)
    }
}
