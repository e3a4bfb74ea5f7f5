import Ground
import Journal
import Links
import UCI

/// What is compared of one entry: its meaning without what every run draws anew.
public struct ComparedItem: Hashable, Sendable {
    /// What must be alike in both runs.
    public let key: String
    /// The entry, or the first one of a run of ranging rounds, as it stands in the trace.
    public let entry: TimelineEntry
}

/// Makes items of one run's entries: random fields numbered, and what repeats itself taken as one.
///
/// How many ranging rounds there were, and how often the reader looked for a tag, is chance: rounds that follow each
/// other are one item, which says whether any of them gave a distance. Where measurements are compared, each round
/// stands for itself.
struct ItemMaker: Sendable {
    private struct Routine: Sendable {
        let first: TimelineEntry
        var key: String
        var hasDistance: Bool
    }

    private let purpose: MeaningStyle.Purpose
    private var style: MeaningStyle
    private var routines: [String: Routine] = [:]

    init(_ purpose: MeaningStyle.Purpose) {
        self.purpose = purpose
        style = MeaningStyle(purpose)
    }

    /// The items that an entry completes, on the entry's stream.
    mutating func items(of entry: TimelineEntry) -> [ComparedItem] {
        switch entry.content {
        case .note(let note):
            // How often something was measured is chance; what the kernel saw is the frames once more; and which
            // scenario, rig and seed a run had is no parting of what happened in it.
            guard note.kind != TimelineEntry.kernelKind, note.kind != "distance" || purpose != .comparing,
                note.kind != "trace", note.kind != "run started"
            else { return [] }
            return [ComparedItem(key: "\(note.kind): \(NoteMask.masked(note, purpose))", entry: entry)]
        case .frame(let frame):
            let stream = entry.stream
            let key = "\(frame.direction == .inbound ? "<-" : "->") \(frame.meaning.text(&style))"
            guard purpose == .comparing, frame.meaning.isRoutine else {
                return end(stream) + [ComparedItem(key: key, entry: entry)]
            }
            let hasDistance = frame.meaning.hasDistance
            if var routine = routines[stream] {
                if hasDistance, !routine.hasDistance { routine.key = key }
                routine.hasDistance = routine.hasDistance || hasDistance
                routines[stream] = routine
            } else {
                routines[stream] = Routine(first: entry, key: key, hasDistance: hasDistance)
            }
            return []
        }
    }

    /// The item of what repeated itself on a stream; none when nothing did.
    mutating func end(_ stream: String) -> [ComparedItem] {
        guard let routine = routines[stream] else { return [] }
        routines[stream] = nil
        let isRanging = routine.first.kind == "ranging"
        let key = isRanging ? "rounds: \(routine.key)" : "nothing new"
        return [ComparedItem(key: key, entry: routine.first)]
    }
}

extension TimelineEntry {
    /// What is compared with each other: the entries of one link, or the notes of one kind.
    var stream: String {
        switch content {
        case .frame(let frame): frame.link.description
        case .note(let note): "notes (\(note.kind))"
        }
    }
}

extension FrameMeaning {
    /// Whether a ranging round gave a distance.
    var hasDistance: Bool { !distances.isEmpty }

    /// What a ranging round measured, with each peer's address.
    var distances: [(peer: MACAddress, distance: Distance)] {
        switch self {
        case .uci(let meaning): meaning.distances
        case .uciPieces(let meanings): meanings.flatMap(\.distances)
        case .att, .tagCommand, .tagAnswer, .request, .event, .malformed: []
        }
    }
}

extension UCIMeaning {
    fileprivate var distances: [(peer: MACAddress, distance: Distance)] {
        guard case .notification(.sessionInfo(let info)) = self, case .twoWayRanging(let list) = info.measurements
        else { return [] }
        return list.compactMap { measurement in measurement.distance.map { (measurement.peer, $0) } }
    }
}
