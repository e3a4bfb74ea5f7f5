import Evidence
import Glibc
import Ground
import Links
import OperatingSystem
import Recordings

/// How fast a trace's frames are written, one by one as a simulated run does and many together.
enum TraceWriting {
    static let benchmark = Benchmark(name: "writing", arguments: ["TRACE", "FOLDER"]) { words in
        try lines(of: words[0], into: words[1])
    }

    /// How many frames are written at most, and for how long.
    private static let most = 1_000_000
    private static let limit = Span.seconds(2)
    /// After how many frames the clock is looked at.
    private static let stride = 1_000
    /// The most different frames of the trace that are held for that.
    private static let held = 10_000

    /// How many frames are written together where they need not each be on the disk at once, as in an import.
    private static let together = 500

    /// Writes the trace's frames into a file, again and again, and tells as lines how fast: each by itself, as a run
    /// does on the simulated rig, and many together. The files are removed.
    private static func lines(of path: String, into folder: String) throws(CommandTrouble) -> [String] {
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
            throw CommandTrouble(what: "\(path) has no frames that could be written again", remedy: nil)
        }
        return [
            try write(frames, of: header, into: folder, together: 1, "one by one"),
            try write(frames, of: header, into: folder, together: together, "\(together) together"),
        ]
    }

    private static func write(
        _ frames: [TraceEvent], of header: TraceHeader, into folder: String, together: Int, _ manner: String
    ) throws(CommandTrouble) -> String {
        // A folder of its own: what lies in the one that was named is somebody's.
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
