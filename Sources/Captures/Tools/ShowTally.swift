public import Evidence
import Ground
import OperatingSystem
import Runs
import Views

/// Reads a trace, decodes the meaning of every frame, and reports the speed.
public struct ShowTally {
    /// The shortest duration from which a speed is computed.
    private static let shortestForSpeed = Lapse.milliseconds(200)

    private let count: TimelineCount
    private let elapsed: Lapse
    /// The processor time spent.
    private let reading: Lapse
    private let decoding: Lapse

    /// Returns the tally as lines.
    public static func lines(of path: String) throws(CommandError) -> [String] {
        let trace = try ShownTrace(path, tell: Warning.tell(of:))
        var count = TimelineCount()
        let clock = MonotonicClock()
        let (began, all, own) = (clock.now, ProcessorTime.spent, ProcessorTime.spentByThread)
        try trace.read { count.receive($0) }
        guard !count.kinds.isEmpty else {
            throw CommandError(what: "\(path) holds no trace: there is nothing to count", remedy: nil)
        }
        let decoding = ProcessorTime.spentByThread - own
        return ShowTally(
            count: count, elapsed: clock.now - began, reading: ProcessorTime.spent - all - decoding,
            decoding: decoding
        ).lines
    }

    private var lines: [String] {
        let rate = Double(count.frames) * 1e9 / Double(max(1, elapsed.nanoseconds))
        let speed = elapsed < Self.shortestForSpeed ? "" : ": \(decimal(rate, places: 0)) a second"
        let frames = count.frames == 1 ? "1 frame" : "\(count.frames) frames"
        return count.kinds.map { "\($0.count) \($0.kind)".escapedForDisplay } + [
            "processor time: \(reading) to read, \(decoding) to decode, side by side",
            "\(frames) read and decoded in \(elapsed)\(speed)",
        ]
    }
}
