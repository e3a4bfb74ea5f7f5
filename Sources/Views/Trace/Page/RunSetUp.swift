import Journal
import Links
import Recordings
import UWB
import Vocabulary

/// The common beginning of most runs: kit and reader are opened, accessories are placed, and the accessory is found,
/// connected and discovered.
///
/// It ends where the scenario's specific part begins: with a message, a value, a session of the kit, a tag, or any
/// problem.
enum RunSetUp {
    private static let noteKinds = Set(
        [EntryKind.trace, .runStarted, .stepStarted, .stepPassed].map(\.rawValue)
            + [EventKind.discovered, .connected, .linked, .ready, .securing, .encrypted, .parameters].map(\.rawValue))

    /// Returns the number of leading entries that belong to it; the last of them is a frame or reports that a step
    /// passed.
    static func length(in entries: [TimelineEntry]) -> Int {
        let setUp = entries.prefix(while: isPart)
        // Without a frame there is nothing to fold; a step that only begins there belongs to what follows.
        guard setUp.contains(where: \.isFrame) else { return 0 }
        let end = setUp.lastIndex { $0.kind != EntryKind.stepStarted.rawValue }
        return end.map { $0 + 1 } ?? 0
    }

    /// Returns whether an entry may belong to it.
    static func isPart(_ entry: TimelineEntry) -> Bool {
        switch entry.content {
        case .note(let note): noteKinds.contains(note.kind)
        case .frame(let frame): isPart(frame.meaning)
        }
    }

    private static func isPart(_ meaning: FrameMeaning) -> Bool {
        switch meaning {
        case .att: SequenceGroup.kind(of: meaning) == .discovery
        case .uci(.command(let command)): command.kind.group == .core
        case .uci(.response(let response)): response.kind.group == .core
        case .uci(.notification(.deviceStatus)): true
        case .request(.bluetooth(_, .connect)), .request(.bluetooth(_, .find)), .request(.kit(.open)),
            .request(.reader(.open)), .request(.reader(.poll)), .request(.stage(.place)):
            true
        case .event(.bluetooth(_, .discovered)), .event(.bluetooth(_, .connected)), .event(.kit(.opened)),
            .event(.reader(.opened)), .event(.reader(.noTag)), .event(.console):
            true
        case .uci, .uciPieces, .cli, .tagCommand, .tagAnswer, .messages, .control, .request, .event, .malformed: false
        }
    }
}
