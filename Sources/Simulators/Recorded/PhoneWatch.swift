import GATT
public import Ground
public import NearbyInteraction

/// The first difference between a phone and the recorded one on the data channel.
public struct PhoneDifference: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// Another message than the recorded one.
        case wrote([UInt8], insteadOf: [UInt8])
        /// A message after the last recorded one.
        case wroteBesides([UInt8])
        /// The recorded message did not come in time.
        case didNotWrite([UInt8])
    }

    public let accessory: AccessoryName
    /// The ids of the messages on its data channel.
    public let identifiers: MessageIdentifiers
    public let kind: Kind
    /// The number of the recorded frame that should have come; of the last one if none was left, 0 for none at all.
    public let frame: Int
    public let instant: Instant

    /// The first byte that differs, if a message has the recorded id and length; values that phones draw at random
    /// are ignored.
    public var otherByte: (place: Int, now: UInt8, then: UInt8)? {
        guard case .wrote(let now, let then) = kind, now.first == then.first else { return nil }
        let (mine, theirs) = (WrittenValue(now, ids: identifiers).bytes, WrittenValue(then, ids: identifiers).bytes)
        guard mine.count == theirs.count else { return nil }
        return mine.indices.first { mine[$0] != theirs[$0] }.map { ($0, mine[$0], theirs[$0]) }
    }
}

/// Compares a phone's messages on the data channel with those of the recorded phone, one by one.
///
/// It compares their meaning: type and fields, except for values that phones draw at random. A message is missed
/// after the time that passed in the recording since the one before, plus a patience. After the first difference
/// nothing further is compared.
public struct PhoneWatch: Sendable {
    public let name: AccessoryName
    private let identifiers: MessageIdentifiers
    public private(set) var difference: PhoneDifference?
    /// The number of equal messages.
    public private(set) var compared = 0
    /// Whether a phone connected at all.
    public private(set) var hasConnected = false
    private let messages: [RecordedMessage]
    private var next: (message: RecordedMessage, index: Int)?
    private let end: Instant
    /// The number of the frame with the last message to compare.
    private let lastFrame: Int
    private let handles: Set<UInt16>
    private let patience: Lapse
    private let isWhole: Bool
    private var assembly = WriteAssembly()
    /// The bytes received of an incomplete message on a network connection.
    private var pieces = MessagePieces()
    /// The time of the last message, or of the first connection.
    private var since: Instant?

    /// Creates a watch. After `end` nothing is compared, and no message counts as excess; nil for a whole recording,
    /// which extends to the end of its run.
    public init(_ recording: AccessoryRecording, patience: Lapse, until end: Instant? = nil) {
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

    /// Whether all recorded messages were compared.
    public var isThrough: Bool { next == nil }

    /// The time at which the next message is missed; nil if none is expected.
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

    /// Receives bytes of the phone on a network connection, cut anywhere.
    public mutating func receive(stream bytes: [UInt8], at now: Instant) {
        advance(to: now)
        for message in pieces.messages(in: bytes) where difference == nil { compare(message.content, at: now) }
    }

    /// Receives an ATT PDU of the phone.
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

    /// Ends the comparison, because the phone will do nothing more.
    public mutating func end(at now: Instant) {
        advance(to: now)
        if difference == nil, !isThrough { miss(at: now) }
    }

    private mutating func read(from start: Int) {
        let index = messages[start...].firstIndex { $0.instant <= end }
        next = index.map { (messages[$0], $0) }
    }

    private mutating func miss(at now: Instant) {
        guard let expected = next?.message else { return }
        differ(.didNotWrite(expected.value), frame: expected.frame, at: now)
    }

    private mutating func differ(_ kind: PhoneDifference.Kind, frame: Int, at now: Instant) {
        difference = PhoneDifference(accessory: name, identifiers: identifiers, kind: kind, frame: frame, instant: now)
    }
}
