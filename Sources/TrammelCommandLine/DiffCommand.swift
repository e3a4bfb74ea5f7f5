import ArgumentParser
import Captures
import Evidence
import Ground
import Recordings
import Reports
import Views

/// Shows the first difference in meaning between two recorded runs.
struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff", abstract: "Show where two recorded runs first differ in meaning.",
        discussion: """
            Compares each link separately, and also each ranging session of the kit and each kind of note. Values that \
            every run draws at random (short addresses, session ids, vectors, companions' tokens and the pins of their \
            certificates) are matched instead of compared. Instants, a screen's port, the order of lanes and the \
            number of ranging rounds do not matter, except that ranging was lost for \(TraceComparison.lostAfter) \
            rounds or more, or resumed. Measured values are compared with --measurements.

            The earliest difference is shown; if one run has already ended, the other one's instant counts. A trace \
            that ends inside a block, as a killed program leaves it, is compared up to there.

              trammel diff good/001-fullFlow-seed1 bad/001-fullFlow-seed1

            Exit status: 0 the runs mean the same, 1 they differ, 3 a trace has nothing to compare or is damaged, 4 \
            the same as far as they were compared, 64 usage.
            """)

    @Argument(help: ArgumentHelp("A trace, or the folder of a run.", valueName: "A"))
    var a: String

    @Argument(help: ArgumentHelp("The other one.", valueName: "B"))
    var b: String

    @Flag(help: "Also compare measured values and every single ranging round.")
    var measurements = false

    @Flag(help: "Show the first difference on every link, not only the earliest.")
    var all = false

    func run() throws {
        try TraceDifference(of: a, and: b, withMeasurements: measurements, showsAll: all).show().leave()
    }
}
