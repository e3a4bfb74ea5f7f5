import Ground
import Journal
import LinkKinds
import Links
import UCI

/// What is compared of one entry: its meaning without what every run draws anew.
struct ComparedItem: Hashable, Sendable {
    enum Key: Hashable, Sendable {
        /// A frame, by its meaning with random fields numbered.
        case frame(String)
        /// A note, by its kind and what else it tells; nil where that is words alone.
        case note(kind: String, NoteValue?)

        /// Whether both mean the same; what only words tell is compared by its kind.
        func isAlike(_ other: Key) -> Bool {
            guard case .note(let kind, let value) = self, case .note(kind, let theirs) = other else {
                return self == other
            }
            return value == nil || theirs == nil || value == theirs
        }
    }

    /// What it is compared with: the other items of this name.
    let stream: String
    /// What must be alike in both runs.
    let key: Key
    /// The entry, or the first one of those that the item stands for, as it stands in the trace.
    let entry: TimelineEntry
    /// What the item says beyond its entry; nil where that is all.
    var remark: String?
}

extension FrameMeaning {
    /// Which session a ranging round belongs to; nil for everything else.
    var rangingSession: SessionToken? {
        guard case .uci(.notification(.sessionInfo(let info))) = self else { return nil }
        return info.token
    }

    /// What a ranging round measured, with each peer's address.
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
