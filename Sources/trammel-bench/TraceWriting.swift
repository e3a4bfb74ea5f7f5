import Evidence
import Glibc
import Ground
import Links
import OperatingSystem
import Recordings

/// The speed of writing a trace's frames, singly as in a simulated run and in batches.
enum TraceWriting {
    static let benchmark = Benchmark(name: "writing", arguments: ["TRACE", "FOLDER"]) { words in
        try lines(of: words[0], into: words[1])
    }

    /// The maximum number of frames written, and the time limit.
    private static let most = 1_000_000
    private static let limit = Lapse.seconds(2)
    /// The number of frames between two readings of the clock.
    private static let stride = 1_000
    /// The maximum number of distinct frames of the trace held in memory.
    private static let held = 10_000

    /// The number of frames per batch if they need not be on disk immediately, as in an import.
    private static let together = 500

    /// Writes the trace's frames into a file repeatedly and returns the speed as lines: singly, as in a run on the
    /// simulated rig, and in batches. The files are removed.
    private static func lines(of path: String, into folder: String) throws(CommandError) -> [String] {
        let trace = try ShownTrace(path, tell: nil)
        var header: TraceHeader?
        var frames: [TraceEvent] = []
        while frames.count < held, let events = try trace.next() {
            for event in events {
                switch event {
                case .began(let began): header = began
                case .received, .sent: frames.append(event)
                case .waited, .clock, .stoodStill, .interrupted, .journal, .kernel, .gap, .ended: break
                }
            }
        }
        guard let header, !frames.isEmpty else {
            throw CommandError(what: "\(path) has no frames that could be written again", remedy: nil)
        }
        return [
            try write(frames, of: header, into: folder, together: 1, "one by one"),
            try write(frames, of: header, into: folder, together: together, "\(together) together"),
        ]
    }

    private static func write(
        _ frames: [TraceEvent], of header: TraceHeader, into folder: String, together: Int, _ manner: String
    ) throws(CommandError) -> String {
        // A separate folder, because the one given may contain the user's files.
        let own = "\(folder)/trammel-writing-\(getpid())"
        guard mkdir(own, 0o777) == 0 else { throw .cannotWrite(own, SystemError.last("mkdir")) }
        defer { _ = rmdir(own) }
        let trace = RunTrace(in: own, options: TraceKeeping(), isLive: together > 1)
        trace.begin(header)
        defer { Files.remove(trace.path) }
        let clock = MonotonicClock()
        let before = ProcessorTime.spent
        var (place, written) = (0, 0)
        while written < most, clock.now - .start < limit {
            for number in 1...stride {
                trace.record(frames[place])
                place = place + 1 == frames.count ? 0 : place + 1
                if number.isMultiple(of: together) { trace.flush() }
            }
            written += stride
        }
        let (elapsed, spent) = (clock.now - .start, ProcessorTime.spent - before)
        trace.close()
        if let trouble = trace.trouble { throw trouble }
        let rate = decimal(Double(written) / max(1e-9, Double(elapsed.nanoseconds) / 1e9), places: 0)
        return "\(written) frames written \(manner) in \(elapsed), processor time \(spent): \(rate) a second"
    }
}
