public import Links

/// A tag on the bench, which answers a reader's commands as a real one would.
///
/// It supports the commands of its platform without check sums (Type 2) or block protocol (Type 4), which belong to
/// the reader chip. A Type 2 tag refuses with a NAK, which here is an answer of one byte (00); no answer at all means
/// that the tag is out of the field.
public struct SimulatedTag: Sendable {
    private enum Kind: Sendable {
        case type2(SimulatedType2)
        case type4(SimulatedType4)
    }

    public let identity: TagIdentity
    private var kind: Kind
    private var answersLeft: Int?

    /// Creates a Type 2 tag with any memory, even a deliberately wrong one; at least four pages of four bytes.
    public init(type2Memory memory: [UInt8], chip: NTAG? = nil, uid: [UInt8] = NTAG.sampleUID) {
        self.init(Type2Memory(bytes: memory, chip: chip), uid: uid)
    }

    /// Creates a Type 2 tag with a memory and its guards.
    public init(_ memory: Type2Memory, uid: [UInt8] = NTAG.sampleUID) {
        identity = TagIdentity(uid: uid, atqa: 0x0044, sak: 0x00)
        kind = .type2(SimulatedType2(memory))
    }

    /// Creates a Type 4 tag with any files.
    public init(
        _ files: Type4Files, uid: [UInt8] = Type4Files.sampleUID, ats: [UInt8] = [0x75, 0x77, 0x81, 0x02, 0x80]
    ) {
        identity = TagIdentity(uid: uid, atqa: 0x0344, sak: 0x20, ats: ats)
        kind = .type4(SimulatedType4(files: files))
    }

    /// Returns an NTAG with an encoded message, or blank.
    public static func type2(
        _ chip: NTAG, message: [UInt8]?, uid: [UInt8] = NTAG.sampleUID
    ) throws(TagTooSmall) -> SimulatedTag {
        SimulatedTag(type2Memory: try chip.memory(message: message ?? [], uid: uid), chip: chip, uid: uid)
    }

    /// Returns a Type 4 tag of mapping version 2 with an encoded message, or blank.
    public static func type4(
        message: [UInt8]?, uid: [UInt8] = Type4Files.sampleUID
    ) throws(TagTooSmall) -> SimulatedTag {
        SimulatedTag(try Type4Files(message: message ?? []), uid: uid)
    }

    /// Takes the tag out of the field after this many further answers; nil puts it back to stay.
    public mutating func tearAway(afterAnswers count: Int?) { answersLeft = count }

    /// Whether the tag left the field and does not come back by itself.
    public var isTornAway: Bool { answersLeft == 0 }

    /// The present memory of a Type 2 tag; nil for another.
    public var type2Memory: [UInt8]? { if case .type2(let tag) = kind { tag.memory.bytes } else { nil } }
    /// The present NDEF file of a Type 4 tag, with its length field; nil for another.
    public var type4File: [UInt8]? { if case .type4(let tag) = kind { tag.files.ndef } else { nil } }

    /// Forgets its selection, as a reselected tag does.
    public mutating func receiveActivation() {
        switch kind {
        case .type2(var tag):
            tag.receiveActivation()
            kind = .type2(tag)
        case .type4(var tag):
            tag.receiveActivation()
            kind = .type4(tag)
        }
    }

    /// Answers a command; nil if there is no answer.
    public mutating func receive(_ command: [UInt8]) -> [UInt8]? {
        if let left = answersLeft {
            guard left > 0 else { return nil }
            answersLeft = left - 1
        }
        switch kind {
        case .type2(var tag):
            defer { kind = .type2(tag) }
            return tag.receive(command)
        case .type4(var tag):
            defer { kind = .type4(tag) }
            return tag.receive(command)
        }
    }
}

/// A message is longer than the memory of the tag that should hold it.
public struct TagTooSmall: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: Int
    public let capacity: Int

    public init(message: Int, capacity: Int) {
        self.message = message
        self.capacity = capacity
    }

    public var description: String { "the message has \(message) bytes, the tag holds at most \(capacity)" }
}
