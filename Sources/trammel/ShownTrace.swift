import Ground
import Recordings
import System
import Traces

/// A trace on disk, read for showing: one file, or the parts in a run's folder one after the other.
final class ShownTrace {
    /// How much of a file is in memory at a time: so little that the processor's caches hold what comes of it.
    private static let piece = 1 << 15

    private let name: String
    private let files: TraceFiles
    private let isQuiet: Bool
    /// What was not opened yet, the next one last.
    private var paths: [String]
    private var file: FileDescriptor?
    private var reader = TraceReader()
    private var hasFinished = false

    /// Finds the trace that a path names; `isQuiet` tells of nothing that is wrong with it and does not end it.
    init(_ path: String, isQuiet: Bool = false) throws(CommandTrouble) {
        name = path
        self.isQuiet = isQuiet
        files = try TraceFiles(path)
        paths = files.paths.reversed()
        if let missing = files.missing { say(missing) }
    }

    /// Whether it can be read once more from its beginning.
    var canBeReadAgain: Bool { files.canBeReadAgain }

    /// The next events; nil at the end of the trace. What stands before a damage is handed over first.
    ///
    /// A file that ends inside a block is what a killed program leaves: that is said, and is no failure.
    func next() throws(CommandTrouble) -> [TraceEvent]? {
        while !hasFinished {
            let bytes = try nextBytes()
            var events: [TraceEvent] = []
            do throws(CaptureError) {
                guard let bytes else {
                    hasFinished = true
                    try finish()
                    return nil
                }
                try reader.receive(bytes[...], into: &events)
                if files.isOfUnfinishedRun { events.removeAll(where: \.isEnd) }
            } catch {
                // The reader repeats its error, so that it is told after the events before it.
                guard events.isEmpty else { return events }
                hasFinished = true
                throw trouble(error)
            }
            if !events.isEmpty { return events }
        }
        return nil
    }

    /// Hands over every event, and then fails where the file could not be read to its end.
    func read(_ take: (TraceEvent) -> Void) throws(CommandTrouble) {
        while let events = try next() {
            for event in events { take(event) }
        }
    }

    private func nextBytes() throws(CommandTrouble) -> [UInt8]? {
        do {
            while true {
                if file == nil {
                    guard let path = paths.popLast() else { return nil }
                    file = try Files.open(path)
                }
                if let bytes = try file?.read(upTo: Self.piece), !bytes.isEmpty { return bytes }
                file = nil
            }
        } catch {
            hasFinished = true
            throw trouble(error)
        }
    }

    private func finish() throws(CaptureError) {
        for finding in reader.findings { say(finding.description) }
        do throws(CaptureError) {
            try reader.finish()
        } catch {
            guard error.kind == .truncated else { throw error }
            say("\(error); whoever wrote it was ended while doing so")
        }
        if let part = reader.awaitedPart { say("part \(part) of the trace, which should follow, is missing") }
        if files.isOfUnfinishedRun {
            say("the run's folder has no verdict.json: the run was aborted")
        } else if !reader.hasEnded {
            say("the trace has no verdict: the run was aborted")
        }
    }

    private func trouble(_ error: any Error) -> CommandTrouble {
        CommandTrouble(what: "\(name) cannot be read to its end: \(error)", remedy: nil)
    }

    private func say(_ text: String) {
        guard !isQuiet else { return }
        StandardOutput.error.write("trammel: \(name.escapedForDisplay): \(text.escapedForDisplay)\n")
    }
}

extension TraceEvent {
    /// Whether it is the run's own word on what it came to.
    fileprivate var isEnd: Bool {
        switch self {
        case .ended: true
        case .journal(let note): note.kind == "run ended"
        default: false
        }
    }
}
