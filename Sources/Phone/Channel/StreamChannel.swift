public import Ground
public import Links
import NearbyInteraction

/// The data channel to one accessory over a byte stream, each message preceded by its length.
///
/// down --open--> opening --opened--> open --closed--> down. Messages sent while opening leave when the stream is
/// open. Bytes that are not messages end the connection, because nothing after them can be interpreted. A lost
/// connection is reopened as often as the app requested, each time within the time limit of the first.
public struct StreamChannel: DataChannel {
    private enum State: Sendable {
        case down
        case opening(MessageQueue, until: Instant)
        case open(MessageStream)
        /// The phone closed it; events no longer count.
        case closing(Ending)
    }

    /// The reason the phone closes a connection.
    private enum Ending: Sendable {
        case asked
        /// It was not opened in time, which is reported.
        case late
        /// It was not opened in time, and is tried again.
        case again
        /// The peer sent something other than messages, described by the text.
        case foreign(String)
    }

    private var state = State.down
    /// The link's name for the peer.
    private var peer = ""
    /// The most reconnections after losses, counted from the app's request to connect.
    private let reconnectAttempts: Int
    private var reconnections = 0
    /// The time limit of a connection attempt.
    private var limit = Lapse.zero
    private var search = ServiceSearch()
    /// The message that the last connection left incomplete.
    private var left: MessageStream.Unfinished?

    public init(reconnectAttempts: Int = 0) { self.reconnectAttempts = reconnectAttempts }

    /// The time of the next call of `advance(to:)`.
    public var deadline: Instant? {
        guard case .opening(_, let until) = state, until != .never else { return nil }
        return until
    }

    public var isReady: Bool { if case .open = state { true } else { false } }
    public var isUp: Bool { if case .down = state { false } else { true } }

    /// The incomplete message of this connection, or of the last one.
    var unfinished: MessageStream.Unfinished? {
        if case .open(let stream) = state { stream.unfinished } else { left }
    }

    public var canSend: Bool {
        switch state {
        case .opening, .open: true
        case .down, .closing: false
        }
    }

    /// Opens the stream. Ends with `opened` or the event `notOpened`; without a limit it may take any time.
    public mutating func open(
        within limit: Lapse? = nil, at now: Instant = .start
    ) -> [ChannelEffect<StreamRequest>] {
        switch state {
        case .down: break
        case .open: return limit == nil ? Self.note("there is a connection already") : [.event(.opened(peer: peer))]
        case .opening, .closing: return Self.note("a connection is being made already, or closed")
        }
        (self.limit, reconnections) = (limit ?? .zero, 0)
        return [begin(limit.map { now + $0 } ?? .never)]
    }

    private mutating func begin(_ until: Instant) -> ChannelEffect<StreamRequest> {
        (state, search, left) = (.opening(MessageQueue(), until: until), ServiceSearch(), nil)
        return .request(.open)
    }

    public mutating func receive(_ event: StreamEvent, at now: Instant) -> [ChannelEffect<StreamRequest>] {
        switch (state, event) {
        case (.opening(var queue, _), .opened(let peer)):
            state = .open(MessageStream())
            self.peer = peer
            var effects: [ChannelEffect<StreamRequest>] = [.opened, .event(.opened(peer: peer))]
            while !queue.isEmpty { effects += Self.write(queue.next()) }
            return effects
        case (.opening, .service(let notice)):
            search.note(notice)
            return []
        case (.open(let stream), .bytes(let bytes)): return take(bytes, stream)
        case (.opening, .closed(let reason)): return notOpened(reason, at: now)
        case (.opening, .ended(let reason)): return notOpened(reason.description, at: now)
        case (.open, .closed(let reason)): return lost(.other(text: reason), at: now)
        case (.open, .ended(let reason)): return lost(reason, at: now)
        case (.closing(.asked), .closed), (.closing(.asked), .ended):
            state = .down
            return [.event(.lost(reason: .local))]
        case (.closing(.foreign(let what)), .closed), (.closing(.foreign(let what)), .ended):
            state = .down
            return [.event(.lost(reason: .other(text: what)))]
        case (.closing(.late), .closed), (.closing(.late), .ended):
            state = .down
            return []
        case (.closing(.again), .closed), (.closing(.again), .ended): return reconnect(at: now)
        case (.down, _), (.closing, _), (.opening, .bytes), (.open, .opened), (.open, .service): return []
        }
    }

    private mutating func notOpened(_ reason: String, at now: Instant) -> [ChannelEffect<StreamRequest>] {
        state = .down
        return isTriedAgain ? reconnect(at: now) : [.event(.notOpened(reason: reason))]
    }

    /// Whether a failed attempt is repeated: a reconnection is, the first connection is not.
    private var isTriedAgain: Bool { reconnections > 0 && reconnections < reconnectAttempts }

    private mutating func lost(_ reason: DisconnectReason, at now: Instant) -> [ChannelEffect<StreamRequest>] {
        left = unfinished
        state = .down
        return [.event(.lost(reason: reason))] + (reconnections < reconnectAttempts ? reconnect(at: now) : [])
    }

    private mutating func reconnect(at now: Instant) -> [ChannelEffect<StreamRequest>] {
        reconnections += 1
        return [.event(.reconnecting(attempt: reconnections)), begin(limit == .zero ? .never : now + limit)]
    }

    /// Gives up a connection that was not opened in time.
    public mutating func advance(to now: Instant) -> [ChannelEffect<StreamRequest>] {
        guard case .opening(_, let until) = state, until <= now else { return [] }
        state = .closing(isTriedAgain ? .again : .late)
        let told = ChannelEffect<StreamRequest>.event(.notOpened(reason: search.reason(within: limit)))
        return [.request(.close)] + (isTriedAgain ? [] : [told])
    }

    private mutating func take(_ bytes: [UInt8], _ stream: MessageStream) -> [ChannelEffect<StreamRequest>] {
        var (stream, messages) = (stream, [[UInt8]]())
        do throws(Malformed) {
            try stream.receive(bytes, into: &messages)
            state = .open(stream)
            return messages.map { .message($0) }
        } catch {
            state = .closing(.foreign(error.meaning))
            return messages.map { .message($0) }
                + [.finding(Finding("message.malformed", error, in: "the stream of messages")), .request(.close)]
        }
    }

    public mutating func send(
        _ message: [UInt8], _ kind: MessageKind, at now: Instant
    ) -> [ChannelEffect<StreamRequest>] {
        let message = QueuedMessage(bytes: message, kind: kind)
        switch state {
        case .open: return Self.write(message)
        case .opening(var queue, let until):
            let isTaken = queue.add(message)
            state = .opening(queue, until: until)
            return isTaken ? [] : MessageQueue.full(message)
        case .down, .closing: return Self.note("\(kind.rawValue) was not sent: the data channel is not open")
        }
    }

    public mutating func disconnect() -> [ChannelEffect<StreamRequest>] {
        guard canSend else { return [] }
        state = .closing(.asked)
        return [.request(.close)]
    }

    public mutating func abandon() { state = .down }

    private static func write(_ message: QueuedMessage) -> [ChannelEffect<StreamRequest>] {
        [.request(.bytes(MessageStream.frame(message.bytes))), .sent(message.kind)]
    }

    private static func note(_ text: String) -> [ChannelEffect<StreamRequest>] {
        [.finding(Finding("channel.notPossible", .note, text))]
    }
}
