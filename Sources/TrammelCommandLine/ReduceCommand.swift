import ArgumentParser
import Evidence
import Ground
import OperatingSystem
import Recordings
import Replay
import Reports
import Runs

/// Finds a shortest list of arrivals with which a recorded run still fails in the same way.
struct ReduceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reduce", abstract: "Find the shortest list of inbound frames that still causes the same failure.",
        discussion: """
            Replays the trace again and again without its bench, each time with fewer inbound frames, and keeps a list \
            that still fails in the same way: at the same line of the scenario, with the same expectation, and with \
            the same kind of observation. The frames that are left arrive at their recorded instants.

              trammel reduce results/001-fullFlow-seed1 --output small.pcapng

            Exit status: 0 a list was found, 3 the trace cannot be read or played, or nothing can be written, 4 the \
            trace does not fail, is cut or replays differently, or a person ended the search, 64 usage.
            """)

    @Argument(help: "The trace: a file, or the folder of a run.")
    var trace: String

    @Option(help: ArgumentHelp("Write the reduced trace to this file.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("The maximum number of replays.", valueName: "count"))
    var limit = Reducer.longestSearch

    func validate() throws {
        try FileName.check(output)
        guard limit >= 1 else { throw ValidationError("--limit takes a number of at least 1, not \(limit).") }
    }

    func run() throws {
        Interruption.listen()
        var status = CommandStatus.passed
        do throws(CommandError) {
            status = try TraceReduction(of: trace, to: output, limit: limit).perform()
        } catch {
            status = status.worsened(by: error)
        }
        try status.leave()
    }
}
