import Ground
import Journal
import Links
import Recordings
import Vocabulary

/// A run's message sequence in short form: repeated or related messages share one row.
///
/// A row collects similar messages until its party sends something else, or a note intervenes.
struct MessageSequence: Sendable {
    /// The greatest number of rows; any more are only counted.
    static let limit = 1_500
    /// The greatest number of parties with a lifeline; the rows of any more are only counted.
    static let mostParties = 12
    /// The notes with information that the arrows lack.
    private static let shownNotes = Set(
        [EntryKind.stepStarted, .stepFailed, .finding, .fault, .verdict, .gap, .interrupted].map(\.rawValue)
            + [
                EventKind.zone, .didRemove, .retry, .didInvalidate, .routed, .delivered, .notified, .gaveUp,
                .reconnecting, .lost,
            ].map(\.rawValue))

    private(set) var rows: [SequenceRow] = []
    private(set) var parties: [SequenceParticipant] = [.phone]
    /// The number of omitted rows.
    private(set) var leftOut = 0
    private var groups: [SequenceGroup] = []
    /// The number of leading rows that belong to the set-up, and whether it continues.
    private(set) var setUpRows = 0
    private var isSettingUp = true

    mutating func receive(_ entry: TimelineEntry) {
        isSettingUp = isSettingUp && RunSetUp.isPart(entry)
        defer { if isSettingUp, entry.kind != EntryKind.stepStarted.rawValue { setUpRows = rows.count } }
        switch entry.content {
        case .note(let note):
            guard Self.shownNotes.contains(note.kind) else { return }
            groups.removeAll(keepingCapacity: true)
            add(SequenceRow(instant: entry.instant, content: .note(kind: note.kind), text: note.text))
        case .frame(let frame):
            // Routine frames are left out, except those of ranging, which are informative.
            guard let party = SequenceParticipant(frame.link), !frame.meaning.isRoutine || frame.link == .kit else {
                return
            }
            if frame.meaning == .uciPieces([]) || frame.meaning == .messages([]) || frame.meaning == .control([]) {
                return
            }
            guard meet(party) else {
                leftOut += 1
                return
            }
            receive(entry, frame, party)
        }
    }

    /// Gives a party its lifeline; returns false if there are too many.
    private mutating func meet(_ party: SequenceParticipant) -> Bool {
        if parties.contains(party) { return true }
        guard parties.count < Self.mostParties else { return false }
        parties.append(party)
        parties = (0...2).flatMap { rank in parties.filter { $0.rank == rank } }
        return true
    }

    private mutating func receive(_ entry: TimelineEntry, _ frame: TimelineEntry.Frame, _ party: SequenceParticipant) {
        let kind = SequenceGroup.kind(of: frame.meaning)
        let isInbound = frame.direction == .inbound
        if let kind, let index = groups.firstIndex(where: { $0.kind == kind && $0.party == party }) {
            return extend(index, by: frame.meaning, isInbound: isInbound)
        }
        // Rounds of other sessions continue concurrently; anything else of the party ends the earlier groups.
        groups.removeAll { $0.party == party && !(kind?.isRanging == true && $0.kind.isRanging) }
        let arrow = SequenceRow.Content.arrow(from: isInbound ? party : .phone, to: isInbound ? .phone : party)
        let text = Self.connection(of: frame.link) + entry.text
        guard add(SequenceRow(instant: entry.instant, content: arrow, text: text)), let kind else { return }
        var group = SequenceGroup(kind: kind, party: party, place: rows.count - 1)
        group.note(frame.meaning, isInbound: isInbound)
        groups.append(group)
    }

    /// Returns the connection of a frame, for a lifeline with several.
    private static func connection(of link: LinkID) -> String {
        guard case .stream(let stream) = link, stream.companion != nil else { return "" }
        return "connection \(stream.connection): "
    }

    private mutating func extend(_ index: Int, by meaning: FrameMeaning, isInbound: Bool) {
        groups[index].note(meaning, isInbound: isInbound)
        let group = groups[index]
        rows[group.place].count += 1
        rows[group.place].text = group.text
        rows[group.place].isTwoWay = group.isTwoWay
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

extension SequenceGroup.Kind {
    fileprivate var isRanging: Bool {
        switch self {
        case .ranging: true
        case .discovery, .values: false
        }
    }
}
