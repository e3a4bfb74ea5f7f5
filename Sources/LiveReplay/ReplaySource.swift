public import Evidence
import FoundationEssentials
import Ground
public import Recordings
public import Replay
public import RigKit
public import ScenarioKit
import Synchronization

/// A trace that a command is to play: a file, the parts of one, or a run folder in which they lie.
///
/// It is read from the disk each time that it is gone through, and never in memory as a whole.
public struct ReplaySource {
    public let events: TraceStream
    /// How it begins.
    public let first: TraceEvent?
    /// The rig on which it was recorded; nil where the trace does not tell.
    public let rig: Rig?

    /// Looks at the beginning of a trace. What is damaged in the rest is told when that is first read, and what comes
    /// before the damage is used. Each doubt is told once.
    public init(
        _ path: String, tell: @escaping @Sendable (TraceDoubt) -> Void
    ) throws(CommandTrouble) {
        let trace = try ShownTrace(path, tell: tell)
        guard let first = try trace.next() else {
            throw CommandTrouble(
                what: "\(path) holds no trace of this program",
                remedy: "Turn a capture of somebody else into one with '\(Program.command) import'")
        }
        self.first = first.first
        let reading = StoredTrace(path, tell)
        // What comes through a pipe can be read once only.
        events = trace.canBeReadAgain ? TraceStream(opening: reading.open) : reading.rest(of: trace, behind: first)
        rig = Self.rig(in: first, of: path, tell)
    }

    /// The trace as a replay, with the scenario in it or judged by another one.
    public func replay(judgedBy scenario: Scenario? = nil) throws(CommandTrouble) -> Replay {
        do throws(ReplayTrouble) {
            return try Replay(ReplayScript(events), judgedBy: scenario, on: rig)
        } catch {
            throw CommandTrouble(what: "\(error)", remedy: nil)
        }
    }

    private static func rig(
        in events: [TraceEvent], of path: String, _ tell: (TraceDoubt) -> Void
    ) -> Rig? {
        guard case .began(let header) = events.first, !header.rigText.isEmpty else { return nil }
        guard let rig = try? JSONDecoder().decode(Rig.self, from: Data(header.rigText.utf8)) else {
            tell(.unusable("\(path): the rig in the trace cannot be read: one is made of what the trace speaks of"))
            return nil
        }
        return rig
    }
}

/// A trace on disk that is read again and again, and whose doubts are told once.
private final class StoredTrace: Sendable {
    private let path: String
    private let tell: @Sendable (TraceDoubt) -> Void
    private let isTold = Mutex(false)

    init(_ path: String, _ tell: @escaping @Sendable (TraceDoubt) -> Void) {
        self.path = path
        self.tell = tell
    }

    /// Begins at the first event; at a damage the events end.
    @Sendable func open() -> AnyIterator<TraceEvent> {
        let isQuiet = isTold.withLock { $0 }
        let trace = isQuiet ? try? ShownTrace(path, tell: nil) : try? ShownTrace(path, tell: tell)
        guard let trace else { return AnyIterator { nil } }
        var (events, place) = ([TraceEvent](), 0)
        return AnyIterator {
            while place == events.count {
                guard let more = self.next(of: trace, isQuiet: isQuiet) else { return nil }
                (events, place) = (more, 0)
            }
            defer { place += 1 }
            return events[place]
        }
    }

    /// The rest of a trace that cannot be opened again, in memory.
    func rest(of trace: ShownTrace, behind first: [TraceEvent]) -> TraceStream {
        var events = first
        while let more = next(of: trace, isQuiet: false) { events += more }
        return TraceStream(events)
    }

    private func next(of trace: ShownTrace, isQuiet: Bool) -> [TraceEvent]? {
        do throws(CommandTrouble) {
            if let events = try trace.next() { return events }
        } catch {
            if !isQuiet { tell(.unusable("\(error.what): only what comes before is played")) }
        }
        isTold.withLock { $0 = true }
        return nil
    }
}
