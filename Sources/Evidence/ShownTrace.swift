import Ground
import OperatingSystem
public import Recordings

/// A trace on disk, read for showing: its events once, and what is doubtful about it.
public final class ShownTrace {
    /// How many stretches of the trace may lie ready: a few, since each keeps memory.
    private static let ahead = 16

    private let name: String
    private let tell: ((TraceDoubt) -> Void)?
    private var reading: TraceReading?

    /// Whether it can be read once more from its beginning.
    public let canBeReadAgain: Bool

    /// Finds the trace that a path names.
    ///
    /// Doubts go to `tell`, each when it is found; without it other evidence of the run is not looked at.
    public init(_ path: String, tell: ((TraceDoubt) -> Void)?) throws(CommandTrouble) {
        name = path
        self.tell = tell
        let files = try TraceFiles(path)
        canBeReadAgain = files.canBeReadAgain
        reading = TraceReading(files, named: path, compares: tell != nil)
        if let missing = files.missing { say(missing) }
    }

    /// The next events; nil at the end of the trace. What stands before a damage is handed over first.
    public func next() throws(CommandTrouble) -> [TraceEvent]? {
        switch reading?.next() {
        case .events(let events): return events
        case .end(let remarks, let disagreements, let trouble):
            reading = nil
            try end(remarks, disagreements, trouble)
            return nil
        case nil: return nil
        }
    }

    /// Hands over every event, and then fails where the file could not be read to its end.
    ///
    /// A thread of its own reads ahead, so that reading and what is done with the events share the time.
    public func read(_ take: (TraceEvent) -> Void) throws(CommandTrouble) {
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
            throw CommandTrouble(what: "\(name) cannot be read: \(error)", remedy: nil)
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
        _ remarks: [String], _ disagreements: [String], _ trouble: CommandTrouble?
    ) throws(CommandTrouble) {
        for remark in remarks { say(remark) }
        for what in disagreements { tell?(.contradiction(what, of: name)) }
        if let trouble { throw trouble }
    }

    private func say(_ text: String) { tell?(.remark(text, of: name)) }
}

/// What is doubtful about a recorded run and keeps nothing from being read.
public enum TraceDoubt: Hashable, Sendable {
    /// Something about the trace of this name, as a sentence without its full stop.
    case remark(String, of: String)
    /// In what the evidence of the run with this name contradicts itself: what is found in it shows nothing.
    case contradiction(String, of: String)
    /// What cannot be used, and what is done without it, as a sentence without its full stop.
    case unusable(String)
}
