import ArgumentParser
import Evidence
import Ground
import Recordings
import Reports
import TraceTools
import TraceViews

/// Shows the first difference in meaning between two recorded runs.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show where two recorded runs first differ, in meaning and not only in bytes.",
        discussion: """
            Each link is compared by itself, and so are each ranging session on the kit's and each kind of note. \
            What every run draws anew (short addresses, session ids, vectors, the tokens of companions and the pins of \
            their certificates) is matched and not compared; neither are instants, a screen's port, the order of \
            lanes, nor how many ranging rounds there were: only that ranging was lost, for \
            \(TraceComparison.lostAfter) rounds and more, or began again. Measured values are compared with \
            --measurements.

            The earliest parting is shown; where one run has only its end, the other one's instant counts. A trace \
            that ends inside a block, as a killed program leaves it, is compared up to there.

            Exit status: 0 they mean the same, 1 they part, 3 a trace holds nothing to compare or is damaged on the \
            way, 4 the same as far as they were compared, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "A"))
    var a: String

    @Argument(help: ArgumentHelp("The other one.", valueName: "B"))
    var b: String

    @Flag(help: "Compare measured values and every single ranging round too.")
    var measurements = false

    @Flag(help: "Show the first difference on every link, not only the earliest.")
    var all = false

    func run() throws {
        try TraceDifference(of: a, and: b, withMeasurements: measurements, showsAll: all).show().leave()
    }
}
