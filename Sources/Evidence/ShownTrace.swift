import Ground
import OperatingSystem
public import Recordings

/// A trace on disk, read for display: its events, once, and any doubts about it.
public final class ShownTrace {
    /// The number of stretches of the trace read in advance; each takes memory, so only a few.
    private static let ahead = 16

    private let name: String
    private let tell: ((EvidenceIssue) -> Void)?
    private var reading: TraceReading?

    /// Whether it can be read again from its beginning.
    public let canBeReadAgain: Bool
    /// The size in bytes: of the files, or of what `next` has read from a pipe.
    public private(set) var size: Int

    /// Finds the trace at a path.
    ///
    /// Doubts are passed to `tell` as they are found; without it, the run's other evidence is not examined.
    public init(_ path: String, tell: ((EvidenceIssue) -> Void)?) throws(CommandError) {
        name = path
        self.tell = tell
        let files = try TraceFiles(path)
        canBeReadAgain = files.canBeReadAgain
        size = files.size ?? 0
        reading = TraceReading(files, named: path, compares: tell != nil)
        if let missing = files.missing { say(missing) }
    }

    /// Returns the next events; nil at the end of the trace. Events before any damage are returned first.
    public func next() throws(CommandError) -> [TraceEvent]? {
        let stretch = reading?.next()
        if !canBeReadAgain { size = reading?.size ?? size }
        switch stretch {
        case .events(let events): return events
        case .end(let remarks, let disagreements, let trouble):
            reading = nil
            try end(remarks, disagreements, trouble)
            return nil
        case nil: return nil
        }
    }

    /// Hands over every event, and throws if the file could not be read to its end.
    ///
    /// A separate thread reads ahead, so that reading and processing overlap.
    public func read(_ take: (TraceEvent) -> Void) throws(CommandError) {
        guard let start = reading else { return }
        reading = nil
        let queue = BoundedQueue<TraceReading.Stretch>(bound: Self.ahead)
        let thread: DeviceThread
        do throws(SystemError) {
            thread = try DeviceThread("reading", urgency: .ordinary) {
                var reading = start
                while true {
                    let stretch = reading.next()
                    guard queue.put(stretch) else { return }
                    if case .end = stretch { return }
                }
            }
        } catch {
            throw CommandError(what: "\(name) cannot be read: \(error)", remedy: nil)
        }
        defer {
            queue.abandon()
            thread.join()
        }
        while true {
            let stretch = queue.take()
            switch stretch {
            case .events(let events): for event in events { take(event) }
            case .end(let remarks, let disagreements, let trouble):
                return try end(remarks, disagreements, trouble)
            }
            queue.giveBack(stretch)
        }
    }

    private func end(
        _ remarks: [String], _ disagreements: [String], _ trouble: CommandError?
    ) throws(CommandError) {
        for remark in remarks { say(remark) }
        for what in disagreements { tell?(.contradiction(what, of: name)) }
        if let trouble { throw trouble }
    }

    private func say(_ text: String) { tell?(.remark(text, of: name)) }
}

/// Something doubtful about a recorded run that does not prevent it from being read.
public enum EvidenceIssue: Hashable, Sendable {
    /// A remark about the trace of this name, as a sentence without its final full stop.
    case remark(String, of: String)
    /// A contradiction in the evidence of the run with this name: nothing in it proves anything.
    case contradiction(String, of: String)
    /// A file that cannot be used, and the consequence, as a sentence without its final full stop.
    case unusable(String)
}
