import ATT
import Ground
import Journal
import Links
import UCI

/// The message sequence of a run, shortened: what repeats itself, or belongs together, is one row.
///
/// A row stands for more of the same until its party says something else, or a note comes between.
struct MessageSequence: Sendable {
    /// Rows beyond these are counted and not shown.
    static let limit = 1_500
    /// Parties beyond these have no lifeline, and no rows.
    static let mostParties = 12
    /// What the arrows do not tell already.
    private static let shownNotes: Set = [
        "step started", "step failed", "zone", "finding", "fault", "verdict", "gap", "interrupted", "didRemove",
        "retry", "didInvalidate", "routed", "delivered", "notified", "gave up", "reconnecting", "lost",
    ]

    private(set) var rows: [SequenceRow] = []
    private(set) var parties: [Party] = [.phone]
    /// How many rows there would be more.
    private(set) var leftOut = 0
    private var groups: [Group] = []

    /// A row that stands for more than one frame.
    fileprivate struct Group: Sendable {
        enum Kind: Hashable, Sendable {
            case discovery
            case ranging(SessionToken)
        }

        let kind: Kind
        let party: Party
        /// Its row's place.
        let place: Int
        var firstDistance: Distance?
        var lastDistance: Distance?
    }

    mutating func receive(_ entry: TimelineEntry) {
        switch entry.content {
        case .note(let note):
            guard Self.shownNotes.contains(note.kind) else { return }
            groups.removeAll(keepingCapacity: true)
            add(SequenceRow(instant: entry.instant, content: .note(kind: note.kind), text: note.text))
        case .frame(let frame):
            // That nothing new happens is left out, but for ranging, which has something to tell.
            guard let party = Party(frame.link), !frame.meaning.isRoutine || frame.link == .kit else { return }
            if case .uciPieces([]) = frame.meaning { return }
            guard meet(party) else { return }
            receive(entry, frame, party)
        }
    }

    /// Gives a party its lifeline; false when there are too many.
    private mutating func meet(_ party: Party) -> Bool {
        if parties.contains(party) { return true }
        guard parties.count < Self.mostParties else { return false }
        parties.append(party)
        parties = (0...2).flatMap { rank in parties.filter { $0.rank == rank } }
        return true
    }

    private mutating func receive(_ entry: TimelineEntry, _ frame: TimelineEntry.Frame, _ party: Party) {
        let kind = Self.kind(of: frame.meaning)
        if let kind, let index = groups.firstIndex(where: { $0.kind == kind && $0.party == party }) {
            return extend(index, by: frame)
        }
        if kind == nil { groups.removeAll { $0.party == party } }
        let isInbound = frame.direction == .inbound
        let arrow = SequenceRow.Content.arrow(from: isInbound ? party : .phone, to: isInbound ? .phone : party)
        guard add(SequenceRow(instant: entry.instant, content: arrow, text: entry.text)), let kind else { return }
        var group = Group(kind: kind, party: party, place: rows.count - 1)
        group.note(frame.meaning)
        groups.append(group)
    }

    private static func kind(of meaning: FrameMeaning) -> Group.Kind? {
        switch meaning {
        case .att(let meaning):
            guard meaning.message == nil else { return nil }
            if case .unknown = meaning.pdu { return nil }
            return .discovery
        case .uci(.notification(.sessionInfo(let info))): return .ranging(info.token)
        case .uci, .uciPieces, .tagCommand, .tagAnswer, .request, .event, .malformed: return nil
        }
    }

    private mutating func extend(_ index: Int, by frame: TimelineEntry.Frame) {
        groups[index].note(frame.meaning)
        let group = groups[index]
        rows[group.place].count += 1
        let count = rows[group.place].count
        switch group.kind {
        case .discovery: rows[group.place].text = "\(count) ATT PDUs: discovery, subscriptions, acknowledgements"
        case .ranging:
            let way =
                if let first = group.firstDistance, let last = group.lastDistance { ", \(first) to \(last)" } else {
                    " without a distance"
                }
            rows[group.place].text = "\(count) ranging rounds\(way)"
        }
    }

    @discardableResult private mutating func add(_ row: SequenceRow) -> Bool {
        guard rows.count < Self.limit else {
            leftOut += 1
            return false
        }
        rows.append(row)
        return true
    }
}

extension MessageSequence.Group {
    fileprivate mutating func note(_ meaning: FrameMeaning) {
        for (_, distance) in meaning.distances {
            if firstDistance == nil { firstDistance = distance }
            lastDistance = distance
        }
    }
}
