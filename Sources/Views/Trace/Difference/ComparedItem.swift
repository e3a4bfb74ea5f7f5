import Ground
import Journal
import Links
import Recordings
import UWB

/// The compared part of one entry: its meaning without values that every run draws at random.
struct ComparedItem: Hashable, Sendable {
    enum Key: Hashable, Sendable {
        /// A frame, by its meaning with random fields numbered.
        case frame(String)
        /// A note, by its kind and values; nil if it has only words.
        case note(kind: String, NoteValue?)

        /// Returns whether both mean the same; notes with only words are compared by kind.
        func isAlike(_ other: Key) -> Bool {
            guard case .note(let kind, let value) = self, case .note(kind, let theirs) = other else {
                return self == other
            }
            return value == nil || theirs == nil || value == theirs
        }
    }

    /// The stream of items with which it is compared.
    let stream: String
    /// The part that must match in both runs.
    let key: Key
    /// The entry, or the first of those that the item represents, as in the trace.
    let entry: TimelineEntry
    /// A remark beyond the entry; nil for none.
    var remark: String?
}

extension FrameMeaning {
    /// The session of a ranging round; nil for everything else.
    var rangingSession: SessionToken? {
        guard case .uci(.notification(.sessionInfo(let info))) = self else { return nil }
        return info.token
    }

    /// The distances of a ranging round, with each peer's address.
    var distances: [(peer: MACAddress, distance: Distance)] {
        if case .uci(let meaning) = self { return meaning.distances }
        if case .uciPieces(let meanings) = self { return meanings.flatMap(\.distances) }
        if case .cli(let meaning) = self { return meaning.distances }
        return []
    }
}

extension UCIMeaning {
    fileprivate var distances: [(peer: MACAddress, distance: Distance)] {
        guard case .notification(.sessionInfo(let info)) = self, case .twoWayRanging(let list) = info.measurements
        else { return [] }
        return list.compactMap { measurement in measurement.distance.map { (measurement.peer, $0) } }
    }
}
