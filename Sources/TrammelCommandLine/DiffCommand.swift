import ArgumentParser
import Evidence
import Ground
import Recordings
import Reports
import TraceViews

/// Shows where two recorded runs first part, in meaning.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show where two recorded runs first part, in meaning and not only in bytes.",
        discussion: """
            Each link is compared by itself, and so are each ranging session on the kit's and each kind of note. \
            What every run draws anew (short addresses, session ids, vectors) is matched and not compared; neither \
            are instants, the order of lanes, nor how many ranging rounds there were: only that ranging was lost, \
            for \(TraceComparison.lostAfter) rounds and more, or began again. Measured values are compared with \
            --measurements.

            The earliest parting is shown; where one run has only its end, the other one's instant counts. A trace \
            that ends inside a block, as a killed program leaves it, is compared up to there.

            Exit status: 0 they mean the same, 1 they part, 3 a trace holds nothing to compare or is damaged on the \
            way, 4 the same as far as they were compared, 64 usage.
            """)

    /// The first ones of the links and kinds of notes on which runs part, where not all are shown.
    private static let mostNamed = 3

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "A"))
    var a: String

    @Argument(help: ArgumentHelp("The other one.", valueName: "B"))
    var b: String

    @Flag(help: "Compare measured values and every single ranging round too.")
    var measurements = false

    @Flag(help: "Show where every link parts, and not the earliest one alone.")
    var all = false

    func run() throws {
        let partings: [FirstDifference]
        let unfinished: [String]
        do throws(CommandTrouble) {
            (partings, unfinished) = try compare()
        } catch {
            return try CommandStatus.passed.worsened(by: error).leave()
        }
        guard !partings.isEmpty else {
            guard unfinished.isEmpty else {
                StandardOutput.shared.write("As far as they were compared, the runs mean the same.\n")
                return try CommandStatus.nothingShown.leave()
            }
            return StandardOutput.shared.write("The runs mean the same.\n")
        }
        let shown = all ? partings : Array(partings.prefix(1))
        for parting in shown { StandardOutput.shared.write(parting.lines.map { $0 + "\n" }.joined()) }
        if partings.count > shown.count {
            let rest = partings.dropFirst(shown.count).map(\.stream.escapedForDisplay)
            let more = rest.count > Self.mostNamed ? " and \(rest.count - Self.mostNamed) more" : ""
            let names = rest.prefix(Self.mostNamed).joined(separator: ", ")
            StandardOutput.shared.write("From there on they part on \(names)\(more) too; --all shows where.\n")
        }
        try CommandStatus.failed.leave()
    }

    /// Reads both side by side, so that neither is in memory as a whole.
    private func compare() throws(CommandTrouble) -> (partings: [FirstDifference], unfinished: [String]) {
        var comparison = TraceComparison(includingMeasurements: measurements)
        var readers = [TimelineReader(), TimelineReader()]
        let files = [try ShownTrace(a, tell: Doubt.tell(of:)), try ShownTrace(b, tell: Doubt.tell(of:))]
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
        let partings = comparison.finish()
        for (run, name) in [(ComparedRun.a, a), (.b, b)] where comparison.count(of: run) == 0 {
            let what = "\(name) holds no frame and no note of a run: there is nothing to compare"
            throw CommandTrouble(what: what, remedy: nil)
        }
        for stream in comparison.cutStreams {
            let what = "\(stream): one run was so far ahead of the other that the rest was not compared"
            StandardOutput.error.write("trammel: \(what.escapedForDisplay)\n")
        }
        // What is not there may differ.
        for (run, name) in [(ComparedRun.a, a), (.b, b)] where unfinished[run.rawValue] {
            gaps.append("\(name): the end of the run is missing")
        }
        for what in gaps.prefix(Self.mostNamed) {
            StandardOutput.error.write("trammel: \(what.escapedForDisplay): that was not compared\n")
        }
        return (partings, comparison.cutStreams + gaps)
    }
}
