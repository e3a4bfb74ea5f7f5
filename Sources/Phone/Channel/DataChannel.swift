public import Ground
public import Links
import NearbyInteraction

/// What a channel wants done, or tells.
public enum ChannelEffect<Request: Hashable & Sendable>: Hashable, Sendable {
    case request(Request)
    case event(ChannelEvent)
    /// Messages can be exchanged, on a channel whose link has nothing more to tell of that.
    case opened
    /// One message of the accessory.
    case message([UInt8])
    /// A message was handed to the link.
    case sent(MessageKind)
    case finding(Finding)
    /// Bytes for the accessory's serial console.
    case console([UInt8])
}

/// The session's data channel to one accessory: messages in their order, both ways, over whatever carries them.
///
/// How a link is found, secured and made ready is the business of the one that has it.
public protocol DataChannel: Sendable {
    /// What the channel asks of its link, and what happens there.
    associatedtype Request: Hashable, Sendable
    associatedtype Event

    /// Whether messages go both ways.
    var isReady: Bool { get }
    /// Whether messages leave, or wait for their turn: on some links before the accessory can answer.
    var canSend: Bool { get }
    /// Whether there is a link, or one is being made or listened for.
    var isUp: Bool { get }
    /// The longest message that the accessory can send in one piece; nil where nothing cuts it.
    var longestReceived: Int? { get }

    mutating func receive(_ event: Event, at now: Instant) -> [ChannelEffect<Request>]
    mutating func send(_ message: [UInt8], _ kind: MessageKind, at now: Instant) -> [ChannelEffect<Request>]
    mutating func disconnect() -> [ChannelEffect<Request>]
    /// The rig's part is gone, and the link with it: nothing will be heard of either.
    mutating func abandon()
}

/// A message of the phone and how far it got.
struct QueuedMessage: Sendable {
    enum Progress: Sendable {
        case waits
        case sent
        /// Refused once for want of encryption, and written for the second and last time.
        case repeated
    }

    let bytes: [UInt8]
    let kind: MessageKind
    var progress = Progress.waits
}

/// Messages that wait for room on their link, in the order in which they were sent.
struct MessageQueue: Sendable {
    /// How many messages wait at most; what comes on top is not sent, and told of.
    static let limit = 4_096

    private var waiting: [QueuedMessage] = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Takes a message; false when as many wait already as may.
    mutating func add(_ message: QueuedMessage) -> Bool {
        guard waiting.count < Self.limit else { return false }
        waiting.append(message)
        return true
    }

    mutating func next() -> QueuedMessage { waiting.removeFirst() }

    static func full<Request>(_ message: QueuedMessage) -> [ChannelEffect<Request>] {
        let meaning = "\(message.kind.rawValue) was not sent: \(limit) messages wait already"
        return [.finding(Finding("channel.notPossible", .note, meaning))]
    }
}
