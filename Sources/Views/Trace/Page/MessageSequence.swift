import GATT
import Ground
import Journal
import Links
import Recordings
import UWB
import Vocabulary
import Wording

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
        [EntryKind.stepStarted, .stepFailed, .finding, .fault, .gap, .interrupted].map(\.rawValue)
            + [
                EventKind.zone, .didRemove, .retry, .didInvalidate, .routed, .delivered, .notified, .gaveUp,
                .reconnecting, .lost,
            ].map(\.rawValue))

    private(set) var rows: [SequenceRow] = []
    private(set) var parties: [SequenceParticipant] = [.phone]
    /// The number of omitted rows.
    private(set) var leftOut = 0
    private var groups: [SequenceGroup] = []
    /// The row of each party's last request, which its plain answer joins.
    private var requests: [SequenceParticipant: (row: Int, answer: Answer)] = [:]
    /// The steps to which the next entry belongs.
    private var steps = ""
    /// The number of leading rows that belong to the set-up, and whether it continues.
    private(set) var setUpRows = 0
    private var isSettingUp = true

    /// Adds the next entry, which belongs to these steps.
    mutating func receive(_ entry: TimelineEntry, steps: String = "") {
        self.steps = steps
        isSettingUp = isSettingUp && RunSetUp.isPart(entry)
        defer { if isSettingUp, entry.kind != EntryKind.stepStarted.rawValue { setUpRows = rows.count } }
        switch entry.content {
        case .note(let note):
            guard Self.shownNotes.contains(note.kind) else { return }
            groups.removeAll(keepingCapacity: true)
            add(row(entry, .note(kind: Self.isOfStep(note) ? "" : note.kind), Self.text(of: note)))
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

    /// Returns the note's text; a step's failure is without its sentence, which the page states at its head.
    private static func text(of note: TimelineEntry.Note) -> String {
        guard isOfStep(note) else { return note.text }
        return switch note.event {
        case .stepStarted(let step): "\(step.number). \(step.text)"
        case .stepFailed(let step, _, let failure): Sentence.stepFailed(step.number, failure.code).description
        default: note.text
        }
    }

    /// Whether a note is the beginning or the failure of a step; reading the values of any other would be slow.
    private static func isOfStep(_ note: TimelineEntry.Note) -> Bool {
        [EntryKind.stepStarted, .stepFailed].contains { $0.rawValue == note.kind }
    }

    private func row(_ entry: TimelineEntry, _ content: SequenceRow.Content, _ text: String) -> SequenceRow {
        SequenceRow(
            instant: entry.instant, content: content, text: text, kind: entry.kind,
            link: entry.frame?.link.description ?? "", frame: entry.frame?.number, steps: steps,
            isBad: entry.isTroubling)
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
        if frame.direction == .inbound, let (row, answer) = requests[party], answer.isGiven(by: frame.meaning) {
            requests[party] = nil
            return join(entry, to: row)
        }
        let kind = SequenceGroup.kind(of: frame.meaning)
        let isInbound = frame.direction == .inbound
        if let kind, let index = groups.firstIndex(where: { $0.kind == kind && $0.party == party }) {
            return extend(index, by: frame.meaning, isInbound: isInbound)
        }
        // Rounds of other sessions continue concurrently; anything else of the party ends the earlier groups.
        groups.removeAll { $0.party == party && !(kind?.isRanging == true && $0.kind.isRanging) }
        let arrow = SequenceRow.Content.arrow(from: isInbound ? party : .phone, to: isInbound ? .phone : party)
        let text = Self.connection(of: frame.link) + (Self.shortText(of: frame.meaning) ?? entry.text)
        guard add(row(entry, arrow, text)) else { return }
        if !isInbound, let answer = Answer(to: frame.meaning) { requests[party] = (rows.count - 1, answer) }
        guard let kind else { return }
        var group = SequenceGroup(kind: kind, party: party, place: rows.count - 1)
        group.note(frame.meaning, isInbound: isInbound)
        groups.append(group)
    }

    /// Returns the text of a message that is too long for a row; the timeline has all of it.
    private static func shortText(of meaning: FrameMeaning) -> String? {
        switch meaning {
        case .uci(.command(.setAppConfig(let token, let configuration))):
            let count = counted(configuration.count, "parameter")
            return "\(UCIKind.setAppConfig) \(token.rawValue.hexadecimal): \(count)"
        case .att(let meaning): return meaning.message?.text
        default: return nil
        }
    }

    /// Adds a plain answer to the row of its request.
    private mutating func join(_ entry: TimelineEntry, to row: Int) {
        rows[row].count += 1
        rows[row].isTwoWay = true
        guard case .frame(let frame) = entry.content, case .uci(.response(let response)) = frame.meaning else { return }
        rows[row].text += ": " + entry.text.dropFirst("\(response.kind) ".count)
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

/// The answer that a request expects if nothing is wrong.
private enum Answer {
    case uci(UCIKind)
    case writeResponse

    init?(to meaning: FrameMeaning) {
        switch meaning {
        case .uci(.command(let command)): self = .uci(command.kind)
        case .att(let meaning):
            guard case .writeRequest = meaning.pdu, meaning.message != nil else { return nil }
            self = .writeResponse
        default: return nil
        }
    }

    func isGiven(by meaning: FrameMeaning) -> Bool {
        switch (self, meaning) {
        case (.uci(let kind), .uci(.response(let response))): response.kind == kind && response.status == .ok
        case (.writeResponse, .att(let meaning)): meaning.pdu == .writeResponse
        default: false
        }
    }
}

extension SequenceGroup.Kind {
    fileprivate var isRanging: Bool {
        switch self {
        case .ranging: true
        case .discovery, .values, .status: false
        }
    }
}
