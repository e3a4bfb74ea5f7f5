import FoundationEssentials
import Ground
import Recordings
import Replay
import RigKit
import ScenarioKit
import System
import Traces

/// A trace that a command is to play: a file, the parts of one, or a run folder in which they lie.
struct ReplaySource {
    /// How much of a file is read at once.
    private static let piece = 1 << 20

    let events: [TraceEvent]
    /// The rig on which it was recorded; nil where the trace does not tell.
    let rig: Rig?

    /// Reads a trace; what is damaged in it is told, and what comes before the damage is used.
    init(_ path: String) throws(CommandTrouble) {
        var reader = TraceReader()
        var events: [TraceEvent] = []
        do {
            for file in Self.files(of: path) { try Self.read(file, with: &reader, into: &events) }
            try reader.finish()
        } catch let error as SystemError {
            throw CommandTrouble(what: "\(path) cannot be read: \(error)", remedy: "Name a trace, or a run folder")
        } catch {
            guard !events.isEmpty else {
                throw CommandTrouble(
                    what: "\(path) is no trace that can be played: \(error)",
                    remedy: "Turn a capture of somebody else into one with 'trammel import'")
            }
            Doubt.tell("\(path): \(error): only what comes before is played")
        }
        self.events = events
        rig = Self.rig(in: events, of: path)
    }

    /// The trace as a replay, with the scenario in it or judged by another one.
    func replay(judgedBy scenario: Scenario? = nil) throws(CommandTrouble) -> Replay {
        do throws(ReplayTrouble) {
            return try Replay(ReplayScript(events), judgedBy: scenario, on: rig)
        } catch {
            throw CommandTrouble(what: "\(error)", remedy: nil)
        }
    }

    /// The files of a trace in their order: those named `trace.pcapng` or `trace-001.pcapng` of a folder, or the file.
    private static func files(of path: String) -> [String] {
        let names = Files.names(in: path).filter { $0.hasPrefix("trace") && $0.hasSuffix(".pcapng") }.sorted()
        return names.isEmpty ? [path] : names.map { "\(path)/\($0)" }
    }

    private static func read(_ path: String, with reader: inout TraceReader, into events: inout [TraceEvent]) throws {
        let file = try Files.open(path)
        defer { file.close() }
        while true {
            guard let bytes = try file.read(upTo: piece) else { continue }
            if bytes.isEmpty { return }
            try reader.receive(bytes[...], into: &events)
        }
    }

    private static func rig(in events: [TraceEvent], of path: String) -> Rig? {
        guard case .began(let header) = events.first, !header.rigText.isEmpty else { return nil }
        guard let rig = try? JSONDecoder().decode(Rig.self, from: Data(header.rigText.utf8)) else {
            Doubt.tell("\(path): the rig in the trace cannot be read: one is made of what the trace speaks of")
            return nil
        }
        return rig
    }
}
