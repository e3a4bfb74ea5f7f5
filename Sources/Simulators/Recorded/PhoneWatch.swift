import ATT
public import Ground
public import NearbyInteraction

/// Where a phone first did something else on the data channel than the recorded one did.
public struct PhoneDifference: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Another message than the recorded one.
        case wrote([UInt8], insteadOf: [UInt8])
        /// A message where the recording has none any more.
        case wroteBesides([UInt8])
        /// The recorded message did not come in time.
        case didNotWrite([UInt8])
    }

    public let accessory: AccessoryName
    /// The ids of the messages on its data channel.
    public let identifiers: MessageIdentifiers
    public let kind: Kind
    /// The number of the recorded frame that should have come; of the last one where none was left, 0 for none at all.
    public let frame: Int
    public let instant: Instant

    /// The first byte that differs, where a message is as recorded but for its bytes and what phones draw by chance.
    public var otherByte: (place: Int, now: UInt8, then: UInt8)? {
        guard case .wrote(let now, let then) = kind, now.first == then.first else { return nil }
        let (mine, theirs) = (WrittenValue(now, ids: identifiers).bytes, WrittenValue(then, ids: identifiers).bytes)
        guard mine.count == theirs.count else { return nil }
        return mine.indices.first { mine[$0] != theirs[$0] }.map { ($0, mine[$0], theirs[$0]) }
    }
}

/// Compares what a phone writes on the data channel with what the recorded phone wrote, message by message.
///
/// Compared is the meaning: kind and fields, but for what phones draw by chance. A message is missed when the time that
/// passed in the recording since the one before, and a patience, are over. After the first difference nothing is
/// compared any more.
public struct PhoneWatch: Sendable {
    public let name: AccessoryName
    private let identifiers: MessageIdentifiers
    public private(set) var difference: PhoneDifference?
    /// How many messages were the same.
    public private(set) var compared = 0
    /// Whether a phone connected at all.
    public private(set) var hasConnected = false
    /// What was not compared yet, but for the next one.
    private var messages: StoredList<RecordedMessage>
    private var next: (message: RecordedMessage, index: Int)?
    private let end: Instant
    /// The last message that is compared.
    private let lastFrame: Int
    private let handles: Set<UInt16>
    private let patience: Span
    private let isWhole: Bool
    private var assembly = WriteAssembly()
    /// What came of a message on a connection on the network that is not whole yet.
    private var pieces = MessagePieces()
    /// When the last message came, or the first connection.
    private var since: Instant?

    /// What comes after `end` is not compared, and nothing is one message too many then: nil for the whole recording,
    /// which goes to the end of its run.
    public init(_ recording: AccessoryRecording, patience: Span, until end: Instant? = nil) {
        name = recording.name
        identifiers = recording.script.identifiers
        var (handles, lastFrame) = (Set<UInt16>(), 0)
        for message in recording.messages {
            handles.insert(message.handle)
            if message.instant <= end ?? .never { lastFrame = message.frame }
        }
        (self.handles, self.lastFrame) = (handles, lastFrame)
        messages = recording.script.messages
        isWhole = end == nil
        self.end = end ?? .never
        self.patience = patience
        read(from: 0)
    }

    /// Whether everything was compared that there is.
    public var isThrough: Bool { next == nil }

    /// When the next message is missed; nil while none is.
    public var deadline: Instant? {
        guard difference == nil, let since, let next else { return nil }
        return since + max(next.message.wait, .zero) + patience
    }

    public mutating func connected(at now: Instant) {
        hasConnected = true
        since = since ?? now
        assembly = WriteAssembly()
        pieces = MessagePieces()
    }

    /// Bytes of the phone on a connection on the network, cut anywhere.
    public mutating func receive(stream bytes: [UInt8], at now: Instant) {
        advance(to: now)
        for message in pieces.messages(in: bytes) where difference == nil { compare(message.content, at: now) }
    }

    /// One ATT PDU of the phone.
    public mutating func receive(_ frame: [UInt8], at now: Instant) {
        advance(to: now)
        guard let pdu = try? ATTPDU(decoding: frame), let (handle, value) = assembly.take(pdu), difference == nil,
            handles.contains(handle.rawValue)
        else { return }
        compare(value, at: now)
    }

    private mutating func compare(_ value: [UInt8], at now: Instant) {
        guard let (expected, index) = next else {
            if isWhole { differ(.wroteBesides(value), frame: lastFrame, at: now) }
            return
        }
        guard expected.meaning(identifiers) == WrittenValue(value, ids: identifiers) else {
            return differ(.wrote(value, insteadOf: expected.value), frame: expected.frame, at: now)
        }
        compared += 1
        since = now
        read(from: index + 1)
    }

    public mutating func advance(to now: Instant) {
        guard let deadline, deadline <= now else { return }
        miss(at: now)
    }

    /// The phone will do no more.
    public mutating func end(at now: Instant) {
        advance(to: now)
        if difference == nil, !isThrough { miss(at: now) }
    }

    private mutating func read(from start: Int) {
        next = nil
        var index = start
        while next == nil, let message = messages.element(at: index) {
            if message.instant <= end { next = (message, index) }
            index += 1
        }
    }

    private mutating func miss(at now: Instant) {
        guard let expected = next?.message else { return }
        differ(.didNotWrite(expected.value), frame: expected.frame, at: now)
    }

    private mutating func differ(_ kind: PhoneDifference.Kind, frame: Int, at now: Instant) {
        difference = PhoneDifference(accessory: name, identifiers: identifiers, kind: kind, frame: frame, instant: now)
    }
}
