import Ground
import Journal
import Links

/// One row of the message sequence: an arrow between two parties, or a note across all of them.
struct SequenceRow: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case arrow(from: SequenceParticipant, to: SequenceParticipant)
        /// The kind is empty for the beginning or the failure of a step.
        case note(kind: String)
    }

    let instant: Instant
    let content: Content
    var text: String
    /// The kind and link of the first frame, for the filter.
    let kind: String
    let link: String
    /// The number of the first frame; nil for a note.
    let frame: Int?
    /// The numbers of the steps to which it belongs, separated by spaces.
    let steps: String
    /// Whether it reports a problem.
    let isBad: Bool
    /// The number of frames in this row.
    var count = 1
    /// Whether these frames went both ways.
    var isTwoWay = false

    var isBeginningOfStep: Bool { kind == EntryKind.stepStarted.rawValue }

    /// The number of frames; zero for a note.
    var frames: Int {
        if case .note = content { 0 } else { count }
    }
}

/// A participant in the message sequence.
enum SequenceParticipant: Hashable, Sendable {
    case phone
    case accessory(AccessoryName)
    case kit
    case tag
    /// The screens that connect to a companion's agent, played by the phone: one lifeline for all connections.
    case screens(CompanionName)

    /// The other end of a link; nil for links that carry no messages.
    init?(_ link: LinkID) {
        switch link {
        case .bluetooth(let name): self = .accessory(name)
        case .kit: self = .kit
        case .reader: self = .tag
        case .stream(.dataChannel(let name)): self = .accessory(name)
        case .stream(.agent(let name, _)): self = .screens(name)
        case .tag, .console, .stage, .discovery: return nil
        }
    }

    /// The position from left to right: phone and accessories, the kit, the tag.
    var rank: Int {
        switch self {
        case .phone, .accessory, .screens: 0
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
        case .screens(let companion): "screen at \(companion)"
        }
    }
}
