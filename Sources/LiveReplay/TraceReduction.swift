public import Evidence
import Ground
import OperatingSystem
import Recordings
import Replay
public import Reports
public import Terminal

/// Reduces a recorded run to a short list of arrivals with which it still fails, prints the list, and writes it to a
/// file if requested.
public struct TraceReduction {
    private let trace: String
    private let output: String?
    private let limit: Int
    private let out: any TextOutput

    public init(
        of trace: String, to output: String?, limit: Int, telling out: any TextOutput = StandardOutput.shared
    ) {
        self.out = out
        self.trace = trace
        self.output = output
        self.limit = limit
    }

    /// Performs the search. The result is inconclusive if the trace does not fail or a person interrupted.
    public func perform() throws(CommandTrouble) -> CommandStatus {
        let source = try ReplaySource(trace, tell: Doubt.tell(of:))
        let replay = try source.replay()
        let (live, spools) = (LiveText(), Spools())
        let reduction: Reduction
        do throws(ReductionTrouble) {
            let reducer = try Reducer(
                replay, limit: limit, isAskedToEnd: { Interruption.isRequested || spools.hasTrouble },
                storedIn: spools.make,
                progress: { runs, left in
                    live.show("\(left) frames left after \(runs) replays", every: 20, count: runs)
                })
            reduction = reducer.reduce()
        } catch {
            try spools.check()
            out.write("reduce: \(error)".escapedForDisplay + "\n")
            return .nothingShown
        }
        live.clear()
        try spools.check()
        ReductionText(reduction).write(to: out.write)
        if let output { try write(reduction.events, spools, to: output) }
        try spools.check()
        return reduction.shortness == .unfinished && Interruption.isRequested ? .nothingShown : .passed
    }

    /// Writes the events to a file that gets its name only once it is complete.
    private func write(_ events: TraceStream, _ spools: Spools, to path: String) throws(CommandTrouble) {
        let file = try UnfinishedFile(path, isPrivate: true)
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

    /// The number of bytes to collect before writing.
    private static let piece = 1 << 16
}
