import ArgumentParser
import Evidence
import Ground
import LiveReplay
import Recordings
import Replay
import Reports
import System

/// Finds a shortest list of arrivals with which a recorded run still fails in the same way.
struct ReduceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reduce", abstract: "Find a shortest list of inbound frames that still gives the same failure.",
        discussion: """
            Plays the trace again and again without its bench, each time with fewer of the frames that came in, and \
            keeps what still fails in the same way: at the same line of the scenario, with the same expectation, and \
            with the same kind of thing seen instead. What is left arrives at its recorded instants.

            Exit status: 0 a list was found, 3 the trace cannot be read or played, or nothing can be written, 4 the \
            trace does not fail, or a person ended the search, 64 usage.
            """)

    @Argument(help: "The trace: a file, or the folder of a run.")
    var trace: String

    @Option(help: ArgumentHelp("Write what is left as a trace of its own to this file.", valueName: "file"))
    var output: String?

    @Option(help: ArgumentHelp("How many replays the search may take.", valueName: "count"))
    var limit = Reducer.longestSearch

    func validate() throws {
        try FileName.check(output)
        guard limit >= 1 else { throw ValidationError("--limit takes a number from 1 on, not \(limit).") }
    }

    func run() throws {
        Interruption.listen()
        var status = CommandStatus.passed
        do throws(CommandTrouble) {
            status = try reduce()
        } catch {
            status = status.worsened(by: error)
        }
        try status.leave()
    }

    private func reduce() throws(CommandTrouble) -> CommandStatus {
        let source = try ReplaySource(trace, tell: Doubt.tell(of:))
        let replay = try source.replay()
        let (live, spools) = (LiveText(), Spools())
        let reduction: Reduction
        do throws(ReductionTrouble) {
            let reducer = try Reducer(
                replay, limit: limit, isAskedToEnd: { Interruption.isRequested || spools.hasTrouble },
                keptBy: spools.make,
                progress: { runs, left in
                    live.show("\(left) frames left after \(runs) replays", every: 20, count: runs)
                })
            reduction = reducer.reduce()
        } catch {
            try spools.check()
            StandardOutput.shared.write("reduce: \(error)".escapedForDisplay + "\n")
            return .nothingShown
        }
        live.clear()
        try spools.check()
        ReductionText(reduction).write(to: StandardOutput.shared.write)
        if let output { try write(reduction.events, spools, to: output) }
        try spools.check()
        return reduction.shortness == .unfinished && Interruption.isRequested ? .nothingShown : .passed
    }

    /// The file has its name only when all of it is in it.
    private func write(_ events: TraceStream, _ spools: Spools, to path: String) throws(CommandTrouble) {
        let file = try UnfinishedFile(path)
        var writer = TraceWriter()
        var bytes: [UInt8] = []
        for event in events {
            writer.append(event, to: &bytes)
            guard bytes.count >= Self.piece else { continue }
            try file.append(bytes)
            bytes.removeAll(keepingCapacity: true)
        }
        try file.append(bytes)
        try spools.check()
        try file.finish()
    }

    /// How much is written at once.
    private static let piece = 1 << 16
}
