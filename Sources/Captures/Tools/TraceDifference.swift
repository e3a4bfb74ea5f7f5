import Evidence
import Ground
import Recordings
public import Reports
public import Runs
import Views

/// The first differences in meaning between two recorded runs.
public struct TraceDifference {
    /// The number of differing links and kinds of notes listed if not all are shown.
    private static let mostNamed = 3

    private let a: String
    private let b: String
    private let hasMeasurements: Bool
    private let showsAll: Bool
    private let output: any TextOutput

    public init(
        of a: String, and b: String, withMeasurements hasMeasurements: Bool, showsAll: Bool,
        to output: any TextOutput = StandardOutput.shared
    ) {
        self.output = output
        self.a = a
        self.b = b
        self.hasMeasurements = hasMeasurements
        self.showsAll = showsAll
    }

    /// Compares the runs and prints the differences. The status is failed if they differ, and inconclusive if not
    /// everything could be compared.
    public func show() -> CommandStatus {
        let differences: [FirstDifference]
        let unfinished: [String]
        do throws(CommandError) {
            (differences, unfinished) = try compare()
        } catch {
            return CommandStatus.passed.worsened(by: error)
        }
        guard !differences.isEmpty else {
            let isWhole = unfinished.isEmpty
            output.write(
                isWhole ? "The runs mean the same.\n" : "As far as they were compared, the runs mean the same.\n")
            return isWhole ? .passed : .nothingShown
        }
        let shown = showsAll ? differences : Array(differences.prefix(1))
        for difference in shown { output.write(difference.lines.map { $0 + "\n" }.joined()) }
        if differences.count > shown.count {
            let rest = differences.dropFirst(shown.count).map(\.stream.escapedForDisplay)
            let more = rest.count > Self.mostNamed ? " and \(rest.count - Self.mostNamed) more" : ""
            let names = rest.prefix(Self.mostNamed).joined(separator: ", ")
            output.write("From there on they part on \(names)\(more) too; --all shows where.\n")
        }
        return .failed
    }

    /// Reads both traces in parallel, so that neither is in memory as a whole.
    private func compare() throws(CommandError) -> (differences: [FirstDifference], unfinished: [String]) {
        var comparison = TraceComparison(includingMeasurements: hasMeasurements)
        var readers = [TimelineReader(), TimelineReader()]
        let files = [try ShownTrace(a, tell: Warning.tell(of:)), try ShownTrace(b, tell: Warning.tell(of:))]
        var (isReading, unfinished) = (true, [false, false])
        var gaps: [String] = []
        while isReading {
            isReading = false
            for run in [ComparedRun.a, .b] {
                guard let events = try files[run.rawValue].next() else { continue }
                isReading = true
                for event in events {
                    switch event {
                    case .began: unfinished[run.rawValue] = true
                    case .ended: unfinished[run.rawValue] = false
                    case .gap(let what): gaps.append("\(run == .a ? a : b): \(what)")
                    default: break
                    }
                    guard let entry = readers[run.rawValue].receive(event) else { continue }
                    comparison.receive(entry, of: run)
                }
            }
        }
        let differences = comparison.finish(
            unfinished: Set([ComparedRun.a, .b].filter { unfinished[$0.rawValue] }))
        for (run, name) in [(ComparedRun.a, a), (.b, b)] where comparison.count(of: run) == 0 {
            let what = "\(name) holds no frame and no note of a run: there is nothing to compare"
            throw CommandError(what: what, remedy: nil)
        }
        for stream in comparison.cutStreams {
            let what = "\(stream): one run was so far ahead of the other that the rest was not compared"
            StandardOutput.error.write("trammel: \(what.escapedForDisplay)\n")
        }
        // A missing end may differ.
        for (run, name) in [(ComparedRun.a, a), (.b, b)] where unfinished[run.rawValue] {
            gaps.append("\(name): the end of the run is missing")
        }
        for what in gaps.prefix(Self.mostNamed) {
            StandardOutput.error.write("trammel: \(what.escapedForDisplay): that was not compared\n")
        }
        return (differences, comparison.cutStreams + gaps)
    }
}
