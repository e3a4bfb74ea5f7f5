public import Evidence
import Ground
import JSON
public import Recordings
public import RigKit
public import ScenarioKit
import Synchronization

/// The trace that a command plays: a file, its parts, or the run folder that contains them.
///
/// It is read from disk on each pass, unless it comes from a pipe.
public struct ReplaySource {
    /// The size in bytes of the largest trace that is held in memory.
    public static let mostInMemory = 256_000_000

    public let events: TraceStream
    /// The first event.
    public let first: TraceEvent?
    /// The rig on which it was recorded; nil if the trace does not have it.
    public let rig: Rig?
    private let path: String
    private let size: Int

    /// Opens a trace and reads its beginning. Damage in the rest is reported when first read, and everything before
    /// it is used. Each doubt is reported once.
    public init(
        _ path: String, tell: @escaping @Sendable (EvidenceIssue) -> Void
    ) throws(CommandError) {
        let trace = try ShownTrace(path, tell: tell)
        guard let first = try trace.next() else {
            throw CommandError(
                what: "\(path) holds no trace of this program",
                remedy: "Convert another program's capture with '\(Program.command) import'")
        }
        self.first = first.first
        self.path = path
        let reading = StoredTrace(path, tell)
        // A pipe can be read only once.
        events =
            try trace.canBeReadAgain ? TraceStream(opening: reading.open) : reading.rest(of: trace, behind: first)
        size = trace.size
        rig = Self.rig(in: first, of: path, tell)
    }

    /// Throws if the trace is too large to be held in memory.
    func checkFitsInMemory() throws(CommandError) { try Self.check(size, of: path) }

    fileprivate static func check(_ size: Int, of path: String) throws(CommandError) {
        guard size > mostInMemory else { return }
        throw CommandError(
            what: "\(path) has \(size / 1_000_000) MB, and a trace that is held in memory has "
                + "\(mostInMemory / 1_000_000) MB at most",
            remedy: "Replay it offline, from a file, or record a shorter run")
    }

    /// The trace as a replay, with its own scenario or judged by another one.
    public func replay(judgedBy scenario: Scenario? = nil) throws(CommandError) -> Replay {
        do throws(ReplayError) {
            return try Replay(ReplayScript(events), judgedBy: scenario, on: rig)
        } catch {
            throw CommandError(what: "\(error)", remedy: nil)
        }
    }

    private static func rig(
        in events: [TraceEvent], of path: String, _ tell: (EvidenceIssue) -> Void
    ) -> Rig? {
        guard case .began(let header) = events.first, !header.rigText.isEmpty else { return nil }
        guard let rig = try? JSON.value(Rig.self, from: header.rigText.utf8) else {
            tell(
                .unusable(
                    "\(path): the rig in the trace cannot be read: using one with the parts that appear in the trace"))
            return nil
        }
        return rig
    }
}

/// A trace on disk that is read repeatedly and reports its doubts once.
private final class StoredTrace: Sendable {
    private let path: String
    private let tell: @Sendable (EvidenceIssue) -> Void
    private let isTold = Mutex(false)

    init(_ path: String, _ tell: @escaping @Sendable (EvidenceIssue) -> Void) {
        self.path = path
        self.tell = tell
    }

    /// Opens the trace at its first event; the events end at any damage.
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

    /// Returns the whole of a trace that cannot be reopened, read into memory.
    func rest(of trace: ShownTrace, behind first: [TraceEvent]) throws(CommandError) -> TraceStream {
        var events = first
        while let more = next(of: trace, isQuiet: false) {
            events += more
            try ReplaySource.check(trace.size, of: path)
        }
        return TraceStream(events)
    }

    private func next(of trace: ShownTrace, isQuiet: Bool) -> [TraceEvent]? {
        do throws(CommandError) {
            if let events = try trace.next() { return events }
        } catch {
            if !isQuiet { tell(.unusable("\(error.what): only what comes before is played")) }
        }
        isTold.withLock { $0 = true }
        return nil
    }
}
