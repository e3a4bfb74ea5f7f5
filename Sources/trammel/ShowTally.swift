import Glibc
import Ground
import Recordings
import TraceViews

/// Reads a trace and decodes every frame to its meaning, and tells how fast.
struct ShowTally {
    /// Less processor time than this, in seconds, says nothing about how fast it goes.
    private static let shortestForSpeed = 0.2

    private var frames = 0
    private var kinds: [(kind: String, count: Int)] = []
    /// Processor time, in seconds.
    private var reading = 0.0
    private var decoding = 0.0

    /// The tally as lines.
    static func lines(of path: String) throws(CommandTrouble) -> [String] {
        let trace = try ShownTrace(path)
        var reader = TimelineReader()
        var tally = ShowTally()
        var began = processorTime
        while let events = try trace.next() {
            let read = processorTime
            for event in events {
                if let entry = reader.receive(event) { tally.count(entry) }
            }
            let decoded = processorTime
            tally.reading += read - began
            tally.decoding += decoded - read
            began = decoded
        }
        guard !tally.kinds.isEmpty else {
            throw CommandTrouble(what: "\(path) holds no trace: there is nothing to count", remedy: nil)
        }
        return tally.lines
    }

    private mutating func count(_ entry: TimelineEntry) {
        if entry.isFrame { frames += 1 }
        let kind = entry.kind
        if let place = kinds.firstIndex(where: { $0.kind == kind }) {
            kinds[place].count += 1
        } else {
            kinds.append((kind, 1))
        }
    }

    private var lines: [String] {
        let time = reading + decoding
        let speed = time < Self.shortestForSpeed ? "" : ", \(decimal(Double(frames) / time, places: 0)) a second"
        return kinds.map { "\($0.count) \($0.kind)".escapedForDisplay } + [
            "processor time: \(decimal(reading, places: 3)) s to read, \(decimal(decoding, places: 3)) s to decode",
            "\(frames == 1 ? "1 frame" : "\(frames) frames") read and decoded\(speed)",
        ]
    }

    /// What the process has used, in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
