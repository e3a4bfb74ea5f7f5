import Ground
import Journal
import Links
import UCI

/// Makes items of one run's entries: random fields numbered, and what repeats itself taken as one.
///
/// How many ranging rounds there were, and how often the reader looked for a tag, is chance: a session's rounds that
/// follow each other are one item, which says whether any of them gave a distance, and is told again only when that
/// changes. Where measurements are compared, each round stands for itself. How a kit's line cuts its messages into
/// pieces is chance in any case.
struct ItemMaker: Sendable {
    /// What repeats itself on one stream: the rounds of one session, or looks for a tag.
    private struct Routine: Sendable {
        let session: SessionToken?
        /// By which it is placed among the stream's others.
        let name: String
        let first: TimelineEntry
        var key: String
        var hasDistance: Bool
    }

    /// Which scenario, rig and seed a run had is no parting of what happened in it; what the kernel saw, and the
    /// background configuration, which is bytes in a sentence, are told by frames too.
    private static let alwaysLeftOut: Set = [
        "trace", "run started", TimelineEntry.kernelKind, "background configuration",
    ]
    /// How often something was measured, or was not, is chance.
    private static let chance: Set = ["distance", "lost round"]

    private let purpose: MeaningStyle.Purpose
    private var style: MeaningStyle
    private var routines: [String: [Routine]] = [:]
    /// What was told last of each session's rounds.
    private var told: [UInt32: String] = [:]

    init(_ purpose: MeaningStyle.Purpose) {
        self.purpose = purpose
        style = MeaningStyle(purpose)
    }

    /// The items that an entry completes, on the entry's stream.
    mutating func items(of entry: TimelineEntry) -> [ComparedItem] {
        switch entry.content {
        case .note(let note):
            guard !Self.alwaysLeftOut.contains(note.kind),
                purpose != .comparing || !Self.chance.contains(note.kind)
            else { return [] }
            return [ComparedItem(key: "\(note.kind): \(NoteMask.masked(note, purpose))", entry: entry)]
        case .frame(let frame):
            guard case .uciPieces(let meanings) = frame.meaning else {
                return items(frame.meaning, frame.direction, entry)
            }
            return meanings.flatMap { items(.uci($0), frame.direction, entry) }
        }
    }

    private mutating func items(
        _ meaning: FrameMeaning, _ direction: FrameRecord.Direction, _ entry: TimelineEntry
    ) -> [ComparedItem] {
        style.stream = entry.stream
        let key = "\(direction == .inbound ? "<-" : "->") \(meaning.text(&style))"
        guard purpose == .comparing, meaning.isRoutine else {
            return end(entry.stream) + [ComparedItem(key: key, entry: entry)]
        }
        let session = meaning.rangingSession
        let hasDistance = !meaning.distances.isEmpty
        var known = routines[entry.stream] ?? []
        if let index = known.firstIndex(where: { $0.session == session }) {
            if hasDistance, !known[index].hasDistance { known[index].key = key }
            known[index].hasDistance = known[index].hasDistance || hasDistance
        } else {
            let name = session.map { style.session($0.rawValue) } ?? ""
            known.append(
                Routine(session: session, name: name, first: entry, key: key, hasDistance: hasDistance))
        }
        routines[entry.stream] = known
        return []
    }

    /// The items of what repeated itself on a stream; none when nothing did.
    mutating func end(_ stream: String) -> [ComparedItem] {
        guard let ended = routines.removeValue(forKey: stream) else { return [] }
        return ended.sorted { $0.name < $1.name }.compactMap { routine in
            guard let session = routine.session else { return ComparedItem(key: "nothing new", entry: routine.first) }
            guard told[session.rawValue] != routine.key else { return nil }
            if told.count < MeaningStyle.maximumNumbers { told[session.rawValue] = routine.key }
            return ComparedItem(key: "rounds: \(routine.key)", entry: routine.first)
        }
    }
}
