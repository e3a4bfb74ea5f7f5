public import Ground
public import Links
import NearbyInteraction

/// The data channel to one accessory over a byte stream: each message behind its length.
///
/// down --open--> opening --opened--> open --closed--> down. What is sent while it opens leaves when it is open. Bytes
/// that are no messages end it: what follows them has no meaning.
public struct StreamChannel: DataChannel {
    private enum State: Sendable {
        case down
        case opening(MessageQueue)
        case open(MessageStream)
        /// The phone closed it, and nothing that comes counts any more.
        case closing
    }

    private var state = State.down

    public init() {}

    public var isReady: Bool { if case .open = state { true } else { false } }
    public var isUp: Bool { if case .down = state { false } else { true } }
    public var longestReceived: Int? { nil }

    public var canSend: Bool {
        switch state {
        case .opening, .open: true
        case .down, .closing: false
        }
    }

    /// Opens the stream: `opened`, or the event `connectFailed`.
    public mutating func open() -> [ChannelEffect<StreamRequest>] {
        guard case .down = state else { return Self.note("there is a connection already, or one is being made") }
        state = .opening(MessageQueue())
        return [.request(.open)]
    }

    public mutating func receive(_ event: StreamEvent, at now: Instant) -> [ChannelEffect<StreamRequest>] {
        switch (state, event) {
        case (.opening(var queue), .opened):
            state = .open(MessageStream())
            var effects: [ChannelEffect<StreamRequest>] = [.opened]
            while !queue.isEmpty { effects += Self.write(queue.next()) }
            return effects
        case (.open(let stream), .bytes(let bytes)): return take(bytes, stream)
        case (.opening, .closed(let reason)):
            state = .down
            return [.event(.connectFailed(reason: reason))]
        case (.open, .closed(let reason)):
            state = .down
            return [.event(.lost(reason: .other(text: reason)))]
        case (.closing, .closed):
            state = .down
            return [.event(.lost(reason: .local))]
        case (.down, _), (.closing, _), (.opening, .bytes), (.open, .opened): return []
        }
    }

    private mutating func take(_ bytes: [UInt8], _ stream: MessageStream) -> [ChannelEffect<StreamRequest>] {
        var (stream, messages) = (stream, [[UInt8]]())
        do throws(Malformed) {
            try stream.receive(bytes, into: &messages)
            state = .open(stream)
            return messages.map { .message($0) }
        } catch {
            return messages.map { .message($0) }
                + [.finding(Finding("message.malformed", error, in: "the stream of messages"))] + disconnect()
        }
    }

    public mutating func send(
        _ message: [UInt8], _ kind: MessageKind, at now: Instant
    ) -> [ChannelEffect<StreamRequest>] {
        let message = QueuedMessage(bytes: message, kind: kind)
        switch state {
        case .open: return Self.write(message)
        case .opening(var queue):
            let isTaken = queue.add(message)
            state = .opening(queue)
            return isTaken ? [] : MessageQueue.full(message)
        case .down, .closing: return Self.note("\(kind.rawValue) was not sent: the data channel is not open")
        }
    }

    public mutating func disconnect() -> [ChannelEffect<StreamRequest>] {
        guard canSend else { return [] }
        state = .closing
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
