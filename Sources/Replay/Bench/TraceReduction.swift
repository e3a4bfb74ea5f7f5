public import Evidence
import Ground
import OperatingSystem
import Recordings
public import Reports
public import Runs

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
    public func perform() throws(CommandError) -> CommandStatus {
        let source = try ReplaySource(trace, tell: Warning.tell(of:))
        try source.checkFitsInMemory()
        let replay = try source.replay()
        let live = LiveText()
        let reduction: Reduction
        do throws(ReductionError) {
            let reducer = try Reducer(
                replay, limit: limit, isAskedToEnd: { Interruption.isRequested },
                progress: { runs, left in
                    live.show(
                        "\(left) frames left after \(runs) of at most \(limit) replays", every: 20, count: runs)
                })
            reduction = reducer.reduce()
        } catch {
            out.write("reduce: \(error)".escapedForDisplay + "\n")
            return .nothingShown
        }
        live.clear()
        ReductionText(reduction).write(to: out.write)
        if let output { try write(reduction.events, to: output) }
        return reduction.shortness == .unfinished && Interruption.isRequested ? .nothingShown : .passed
    }

    /// Writes the events to a file that gets its name only once it is complete.
    private func write(_ events: TraceStream, to path: String) throws(CommandError) {
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
        try file.finish()
    }

    /// The number of bytes to collect before writing.
    private static let piece = 1 << 16
}
