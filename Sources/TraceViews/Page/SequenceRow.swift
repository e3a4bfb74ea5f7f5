import ATT
import Ground
import Journal
import Links

/// One row of the message sequence: an arrow between two parties, or a note across all of them.
struct SequenceRow: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case arrow(from: Party, to: Party)
        case note(kind: String)
    }

    let instant: Instant
    let content: Content
    var text: String
    /// How many frames are told by this row.
    var count = 1
}

/// Who takes part in the message sequence.
enum Party: Hashable, Sendable {
    case phone
    case accessory(AccessoryName)
    case kit
    case tag

    /// The other end of a link; nil for links that carry no messages.
    init?(_ link: LinkID) {
        switch link {
        case .bluetooth(let name): self = .accessory(name)
        case .kit: self = .kit
        case .reader: self = .tag
        case .console, .stage: return nil
        }
    }

    /// From left to right: phone and accessories, the kit, the tag.
    var rank: Int {
        switch self {
        case .phone, .accessory: 0
        case .kit: 1
        case .tag: 2
        }
    }

    var title: String {
        switch self {
        case .phone: "phone"
        case .accessory(let name): name.rawValue
        case .kit: "UWB kit"
        case .tag: "tag"
        }
    }
}

/// The message sequence of a run, shortened: what repeats itself, or belongs together, is one row.
struct MessageSequence: Sendable {
    /// Rows beyond these are counted and not shown.
    static let limit = 1_500
    /// What the arrows do not tell already.
    private static let shownNotes: Set = [
        "step started", "step failed", "zone", "finding", "fault", "verdict", "gap", "interrupted", "didRemove",
        "retry", "didInvalidate", "routed", "delivered", "notified", "gave up", "reconnecting", "lost",
    ]

    private(set) var rows: [SequenceRow] = []
    private(set) var parties: [Party] = [.phone]
    /// How many rows there would be more.
    private(set) var leftOut = 0
    /// What the last row stands for, where more of the same may follow.
    private var group: Group?

    private enum Group: Hashable {
        case discovery(AccessoryName)
        case ranging
    }

    private var firstDistance: Distance?
    private var lastDistance: Distance?

    mutating func receive(_ entry: TimelineEntry) {
        switch entry.content {
        case .note(let note):
            guard Self.shownNotes.contains(note.kind) else { return }
            group = nil
            add(SequenceRow(instant: entry.instant, content: .note(kind: note.kind), text: note.text))
        case .frame(let frame):
            // That nothing new happens is left out, but for ranging, which has something to tell.
            guard let party = Party(frame.link), !frame.meaning.isRoutine || frame.link == .kit else { return }
            if !parties.contains(party) {
                parties.append(party)
                parties =
                    parties.filter { $0.rank == 0 } + parties.filter { $0.rank == 1 }
                    + parties.filter { $0.rank == 2 }
            }
            receive(entry, frame, party)
        }
    }

    private mutating func receive(_ entry: TimelineEntry, _ frame: TimelineEntry.Frame, _ party: Party) {
        let isInbound = frame.direction == .inbound
        let arrow = SequenceRow.Content.arrow(from: isInbound ? party : .phone, to: isInbound ? .phone : party)
        let next = Self.group(of: frame)
        guard let next else {
            group = nil
            return add(SequenceRow(instant: entry.instant, content: arrow, text: entry.text))
        }
        if group != next || rows.isEmpty || leftOut > 0 {
            group = next
            firstDistance = nil
            add(SequenceRow(instant: entry.instant, content: arrow, text: ""))
        } else {
            rows[rows.count - 1].count += 1
        }
        guard leftOut == 0, let row = rows.last else { return }
        rows[rows.count - 1].text = groupText(next, row, frame, entry)
    }

    private static func group(of frame: TimelineEntry.Frame) -> Group? {
        switch frame.meaning {
        case .att(let meaning):
            guard meaning.message == nil, case .bluetooth(let name) = frame.link else { return nil }
            if case .unknown = meaning.pdu { return nil }
            return .discovery(name)
        case .uci where frame.meaning.isRoutine: return .ranging
        case .uci, .uciPieces, .tagCommand, .tagAnswer, .request, .event, .malformed: return nil
        }
    }

    private mutating func groupText(
        _ group: Group, _ row: SequenceRow, _ frame: TimelineEntry.Frame, _ entry: TimelineEntry
    ) -> String {
        guard row.count > 1 || group == .ranging else { return entry.text }
        switch group {
        case .discovery: return "\(row.count) ATT PDUs: discovery, subscriptions, acknowledgements"
        case .ranging:
            for (_, distance) in frame.meaning.distances {
                if firstDistance == nil { firstDistance = distance }
                lastDistance = distance
            }
            guard row.count > 1 else { return entry.text }
            guard let firstDistance, let lastDistance else { return "\(row.count) ranging rounds without a distance" }
            return "\(row.count) ranging rounds, \(firstDistance) to \(lastDistance)"
        }
    }

    private mutating func add(_ row: SequenceRow) {
        if rows.count < Self.limit { rows.append(row) } else { leftOut += 1 }
    }
}
