import Glibc
import Ground
import Recordings
import TraceViews

/// Reads a trace and decodes every frame to its meaning, and tells how fast.
struct ShowTally {
    private var frames = 0
    private var kinds: [(kind: String, count: Int)] = []
    private let began = Self.processorTime

    /// The tally as lines.
    static func lines(of path: String) throws(CommandTrouble) -> [String] {
        let trace = try ShownTrace(path)
        var reader = TimelineReader()
        var tally = ShowTally()
        try trace.read { event in
            if let entry = reader.receive(event) { tally.count(entry) }
        }
        return tally.lines
    }

    private mutating func count(_ entry: TimelineEntry) {
        if entry.frame != nil { frames += 1 }
        let kind = entry.kind
        if let place = kinds.firstIndex(where: { $0.kind == kind }) {
            kinds[place].count += 1
        } else {
            kinds.append((kind, 1))
        }
    }

    private var lines: [String] {
        let spent = max(1e-9, Self.processorTime - began)
        let rate = decimal(Double(frames) / spent, places: 0)
        let time = decimal(spent, places: 3)
        return kinds.map { "\($0.count) \($0.kind)".escapedForDisplay }
            + ["\(frames) frames read and decoded in \(time) s of processor time: \(rate) a second"]
    }

    /// What the process has used, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
