import Ground
import Journal
import Links
import Recordings
import UWB
import Vocabulary

/// Makes items from one run's entries: random fields are numbered, and repetitions become one item.
///
/// The number of ranging rounds, and of polls for a tag, is chance: a session's consecutive rounds are represented by
/// the events of `RangingState`. If measurements are compared, each round is an item. The way a kit's line splits
/// messages into pieces is always chance.
struct ItemMaker: Sendable {
    /// The pending repetitions on one stream.
    private struct Routine: Sendable {
        /// The sessions of rounds, in order of appearance.
        var sessions: [SessionToken] = []
        /// The first poll for a tag.
        var look: TimelineEntry?
    }

    /// The scenario, rig and seed are not part of what happened in a run. Kernel packets and the background
    /// configuration also appear as frames.
    private static let alwaysLeftOut: Set = [
        EntryKind.trace.rawValue, EntryKind.runStarted.rawValue, TimelineEntry.kernelKind,
        EventKind.backgroundConfiguration.rawValue, EventKind.identified.rawValue,
    ]
    /// The number of measurements, and of lost rounds, is chance.
    private static let chance: Set = [EventKind.distance.rawValue, EventKind.lostRound.rawValue]

    private let purpose: MeaningStyle.Purpose
    private var style: MeaningStyle
    private var kit = KitStreams(LinkID.kit.description)
    private var notes = NoteStreams()
    private var routines: [String: Routine] = [:]
    /// The streams of `routines`, in order of appearance.
    private var open: [String] = []
    /// The state of each session's rounds so far.
    private(set) var states: [UInt32: RangingState] = [:]

    init(_ purpose: MeaningStyle.Purpose) {
        self.purpose = purpose
        style = MeaningStyle(purpose)
    }

    /// Returns the items that an entry completes.
    mutating func items(of entry: TimelineEntry) -> [ComparedItem] {
        switch entry.content {
        case .note(let note):
            guard !Self.alwaysLeftOut.contains(note.kind),
                purpose != .comparing || !Self.chance.contains(note.kind)
            else { return [] }
            let (stream, inLanes) = notes.stream(of: note)
            let value = NoteValue(note, inLanes: inLanes, purpose)
            return [ComparedItem(stream: stream, key: .note(kind: note.kind, value), entry: entry)]
        case .frame(let frame):
            // The way a line or a stream is split into pieces is chance: each message is an item.
            if case .uci(let meaning) = frame.meaning { return items(ofKit: meaning, frame, entry) }
            if case .uciPieces(let meanings) = frame.meaning {
                return meanings.flatMap { items(ofKit: $0, frame, entry) }
            }
            let stream = frame.link.description
            if case .control(let messages) = frame.meaning {
                return messages.flatMap { items(.control([$0]), frame.direction, entry, on: stream) }
            }
            guard case .messages(let messages) = frame.meaning else {
                return items(frame.meaning, frame.direction, entry, on: stream)
            }
            return messages.flatMap { items(.messages([$0]), frame.direction, entry, on: stream) }
        }
    }

    private mutating func items(
        ofKit meaning: UCIMeaning, _ frame: TimelineEntry.Frame, _ entry: TimelineEntry
    ) -> [ComparedItem] {
        style.stream = frame.link.description
        var name: String?
        if case .command(.sessionInit(let id, _)) = meaning { name = style.session(id) }
        if case .response(.sessionInit(_, let handle?)) = meaning { states[handle.rawValue] = nil }
        let stream = kit.stream(of: meaning, naming: name)
        let items = items(.uci(meaning), frame.direction, entry, on: stream)
        // The session's rounds are reported by now, and no more follow.
        if case .notification(.sessionStatus(let token, .deinitialized, _)) = meaning { states[token.rawValue] = nil }
        return items
    }

    private mutating func items(
        _ meaning: FrameMeaning, _ direction: FrameRecord.Direction, _ entry: TimelineEntry, on stream: String
    ) -> [ComparedItem] {
        style.stream = stream
        let key = "\(direction == .inbound ? "<-" : "->") \(meaning.text(&style))"
        guard purpose == .comparing, meaning.isRoutine else {
            return end(stream) + [ComparedItem(stream: stream, key: .frame(key), entry: entry)]
        }
        if routines[stream] == nil { open.append(stream) }
        var routine = routines[stream] ?? Routine()
        if let session = meaning.rangingSession {
            if routine.sessions.count < MeaningStyle.maximumNumbers, !routine.sessions.contains(session) {
                routine.sessions.append(session)
            }
            if states[session.rawValue] != nil || states.count < MeaningStyle.maximumNumbers {
                states[session.rawValue, default: RangingState()].receive(meaning, key, entry)
            }
        } else if routine.look == nil {
            routine.look = entry
        }
        routines[stream] = routine
        return []
    }

    /// Returns the items of all pending repetitions.
    mutating func end() -> [ComparedItem] { open.flatMap { end($0) } }

    /// Returns the items of the repetitions on a stream; empty if there are none.
    private mutating func end(_ stream: String) -> [ComparedItem] {
        guard let ended = routines.removeValue(forKey: stream) else { return [] }
        open.removeAll { $0 == stream }
        style.stream = stream
        var items: [ComparedItem] = []
        if let look = ended.look { items.append(ComparedItem(stream: stream, key: .frame("nothing new"), entry: look)) }
        // Sorted by name, which both runs share, because the order of the sessions' rounds is chance.
        let named = ended.sessions.map { (style.session($0.rawValue), $0) }.sorted { $0.0 < $1.0 }
        for (name, session) in named {
            for told in states[session.rawValue]?.untold() ?? [] {
                items.append(
                    ComparedItem(
                        stream: stream, key: .frame("\(name) \(told.key)"), entry: told.entry, remark: told.remark))
            }
        }
        return items
    }
}
