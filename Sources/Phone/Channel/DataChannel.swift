public import Ground
public import Links
import NearbyInteraction

/// A request or report of a channel.
public enum ChannelEffect<Request: Hashable & Sendable>: Hashable, Sendable {
    case request(Request)
    case event(ChannelEvent)
    /// Messages can be exchanged. Used by channels whose link does not report this itself.
    case opened
    /// A message from the accessory.
    case message([UInt8])
    /// A message was handed to the link.
    case sent(MessageKind)
    case finding(Finding)
    /// Bytes for the accessory's serial console.
    case console([UInt8])
}

/// The session's data channel to one accessory: ordered messages in both directions over any transport.
///
/// Finding, securing and preparing a link is up to each implementation.
public protocol DataChannel: Sendable {
    /// The channel's requests to its link, and the link's events.
    associatedtype Request: Hashable, Sendable
    associatedtype Event

    /// Whether messages can go both ways.
    var isReady: Bool { get }
    /// Whether messages are sent, or queued for sending; on some links before the accessory can answer.
    var canSend: Bool { get }
    /// Whether there is a link, or one is being made or listened for.
    var isUp: Bool { get }

    mutating func receive(_ event: Event, at now: Instant) -> [ChannelEffect<Request>]
    mutating func send(_ message: [UInt8], _ kind: MessageKind, at now: Instant) -> [ChannelEffect<Request>]
    mutating func disconnect() -> [ChannelEffect<Request>]
    /// Gives up the channel because the rig's part, and the link with it, is gone and will report nothing more.
    mutating func abandon()
}

/// A message of the phone and its progress.
struct QueuedMessage: Sendable {
    enum Progress: Sendable {
        case waits
        case sent
        /// Refused once for lack of encryption, and written for the second and last time.
        case repeated
    }

    let bytes: [UInt8]
    let kind: MessageKind
    var progress = Progress.waits
}

/// Messages that wait for room on their link, in the order in which they were sent.
struct MessageQueue: Sendable {
    /// The most messages that wait; any beyond it are reported instead of sent.
    static let limit = 4_096

    private var waiting: [QueuedMessage] = []

    var isEmpty: Bool { waiting.isEmpty }

    /// Adds a message; false if the queue is full.
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
