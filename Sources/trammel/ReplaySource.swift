import FoundationEssentials
import Ground
import Recordings
import Replay
import RigKit
import ScenarioKit

/// A trace that a command is to play: a file, the parts of one, or a run folder in which they lie.
struct ReplaySource {
    let events: [TraceEvent]
    /// The rig on which it was recorded; nil where the trace does not tell.
    let rig: Rig?

    /// Reads a trace; what is damaged in it is told, and what comes before the damage is used.
    init(_ path: String) throws(CommandTrouble) {
        let trace = try ShownTrace(path)
        var events: [TraceEvent] = []
        do throws(CommandTrouble) {
            try trace.read { events.append($0) }
        } catch {
            guard !events.isEmpty else { throw error }
            Doubt.tell("\(error.what): only what comes before is played")
        }
        guard !events.isEmpty else {
            throw CommandTrouble(
                what: "\(path) holds no trace of this program",
                remedy: "Turn a capture of somebody else into one with 'trammel import'")
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

    private static func rig(in events: [TraceEvent], of path: String) -> Rig? {
        guard case .began(let header) = events.first, !header.rigText.isEmpty else { return nil }
        guard let rig = try? JSONDecoder().decode(Rig.self, from: Data(header.rigText.utf8)) else {
            Doubt.tell("\(path): the rig in the trace cannot be read: one is made of what the trace speaks of")
            return nil
        }
        return rig
    }
}
