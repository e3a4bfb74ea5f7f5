import Ground
import Journal
import OperatingSystem
import Recordings
import Traces

/// The state of reading a trace on disk: one file, or the parts in a run's folder one after another.
struct TraceReading: Sendable {
    /// The next stretch of a trace.
    enum Stretch: Sendable {
        /// At least one event.
        case events([TraceEvent])
        /// The end of the trace, remarks about it, how other evidence of the run differs from it, and the damage that
        /// it ended with.
        case end(remarks: [String], disagreements: [String], CommandError?)
    }

    private let name: String
    private let isOfUnfinishedRun: Bool
    /// The files that are not opened yet, the next one last.
    private var paths: [String]
    private var file: FileDescriptor?
    /// The bytes read last; few enough for the processor's caches to hold what is made of them.
    private var piece = [UInt8](repeating: 0, count: 1 << 15)
    private var reader = TraceReader()
    /// The number of bytes read.
    private(set) var size = 0
    private var agreement: EvidenceAgreement?
    /// The likely maximum number of events in the next piece.
    private var expected = 0

    /// Opens the files of a trace; if it `compares`, the trace is checked against the run's other evidence.
    init(_ files: TraceFiles, named name: String, compares: Bool) {
        self.name = name
        isOfUnfinishedRun = files.isOfUnfinishedRun
        agreement = !compares ? nil : files.runFolder.flatMap { EvidenceAgreement(in: $0, isWhole: files.isWhole) }
        paths = files.paths.reversed()
    }

    /// Returns the next events. Events before any damage are returned first.
    ///
    /// A killed program leaves a file that ends inside a block: this is remarked on and is not a failure.
    mutating func next() -> Stretch {
        while true {
            var events: [TraceEvent] = []
            // A piece has about as many events as the one before it.
            events.reserveCapacity(expected)
            do {
                guard let count = try readOn() else { return try finish() }
                try reader.receive(piece[..<count], into: &events)
                if agreement != nil { for event in events { agreement?.receive(event) } }
                if isOfUnfinishedRun { events.removeAll(where: \.isEnd) }
            } catch {
                if isOfUnfinishedRun { events.removeAll(where: \.isEnd) }
                // The reader repeats its error, so it can be reported after the events before it.
                guard events.isEmpty else { return .events(events) }
                let trouble = CommandError(what: "\(name) cannot be read to its end: \(error)", remedy: nil)
                return .end(remarks: [], disagreements: [], trouble)
            }
            if !events.isEmpty {
                expected = events.count + events.count / 4
                return .events(events)
            }
        }
    }

    /// Reads the next piece and returns its length; nil at the end of the last file.
    private mutating func readOn() throws(SystemError) -> Int? {
        while true {
            if file == nil {
                guard let path = paths.popLast() else { return nil }
                file = try Files.open(path)
            }
            if let count = try file?.read(into: &piece), count > 0 {
                size += count
                return count
            }
            file = nil
        }
    }

    private mutating func finish() throws(CaptureError) -> Stretch {
        var remarks = reader.findings.map(\.description)
        do throws(CaptureError) {
            try reader.finish()
        } catch {
            guard error.kind == .truncated else { throw error }
            remarks.append("\(error); the program that wrote it was ended")
            agreement?.cut()
        }
        if let part = reader.awaitedPart {
            remarks.append("part \(part) of the trace, which should follow, is missing")
        }
        if isOfUnfinishedRun {
            remarks.append("the run's folder has no verdict.json: the run was aborted")
        } else if !reader.hasEnded {
            remarks.append("the trace has no verdict: the run was aborted")
        }
        let disagreements = agreement?.finish() ?? []
        if let newer = agreement?.newer {
            let trouble = CommandError(
                what: "\(name) cannot be compared with the rest of its run: \(newer)",
                remedy: "Use the trammel that recorded it")
            return .end(remarks: remarks, disagreements: [], trouble)
        }
        return .end(remarks: remarks, disagreements: disagreements, nil)
    }
}

extension TraceEvent {
    /// Whether it is the record of the run's end.
    fileprivate var isEnd: Bool {
        switch self {
        case .ended: true
        case .journal(let note): note.isOf(.runEnded)
        default: false
        }
    }
}
