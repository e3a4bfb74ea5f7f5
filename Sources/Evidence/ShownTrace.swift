import Ground
import Recordings
import System

/// A trace on disk, read for showing: its events once, and on standard error what is wrong with it.
final class ShownTrace {
    /// How many stretches of the trace may lie ready: a few, since each keeps memory.
    private static let ahead = 16

    private let name: String
    private let isQuiet: Bool
    private var reading: TraceReading?

    /// Whether it can be read once more from its beginning.
    let canBeReadAgain: Bool

    /// Finds the trace that a path names; `isQuiet` tells of nothing that is wrong with it and does not end it.
    init(_ path: String, isQuiet: Bool = false) throws(CommandTrouble) {
        name = path
        self.isQuiet = isQuiet
        let files = try TraceFiles(path)
        canBeReadAgain = files.canBeReadAgain
        reading = TraceReading(files, named: path, compares: !isQuiet)
        if let missing = files.missing { say(missing) }
    }

    /// The next events; nil at the end of the trace. What stands before a damage is handed over first.
    func next() throws(CommandTrouble) -> [TraceEvent]? {
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
    func read(_ take: (TraceEvent) -> Void) throws(CommandTrouble) {
        guard let start = reading else { return }
        reading = nil
        let conveyor = Conveyor<TraceReading.Stretch>(bound: Self.ahead)
        let thread: DeviceThread
        do throws(SystemError) {
            thread = try DeviceThread("reading", urgency: .ordinary) {
                var reading = start
                while true {
                    let stretch = reading.next()
                    guard conveyor.put(stretch) else { return }
                    if case .end = stretch { return }
                }
            }
        } catch {
            throw CommandTrouble(what: "\(name) cannot be read: \(error)", remedy: nil)
        }
        defer {
            conveyor.abandon()
            thread.join()
        }
        while true {
            let stretch = conveyor.take()
            switch stretch {
            case .events(let events): for event in events { take(event) }
            case .end(let remarks, let disagreements, let trouble):
                return try end(remarks, disagreements, trouble)
            }
            conveyor.giveBack(stretch)
        }
    }

    private func end(
        _ remarks: [String], _ disagreements: [String], _ trouble: CommandTrouble?
    ) throws(CommandTrouble) {
        for remark in remarks { say(remark) }
        for what in disagreements { Doubt.tellOfEvidence("\(name): the run's evidence contradicts itself: \(what)") }
        if let trouble { throw trouble }
    }

    private func say(_ text: String) {
        guard !isQuiet else { return }
        StandardOutput.error.write("trammel: \(name.escapedForDisplay): \(text.escapedForDisplay)\n")
    }
}
