/// Reads the NDEF message of a tag, one command at a time.
public protocol TagReading: Sendable {
    /// The first command; starts again from the beginning when a reading has begun.
    mutating func begin() -> TagReadStep
    /// Takes the tag's answer to the last command, without check sum, and gives the next step.
    mutating func receive(_ response: [UInt8]) -> TagReadStep
    /// Takes note that the last command stayed without an answer.
    ///
    /// The NAK of a Type 2 tag may come as silence too: what a real PN532 reports for it is not known (sheet, Q9) [U].
    mutating func receiveNoAnswer() -> TagReadStep
    /// Takes note that the tag was selected again, as `selectAgain` wanted it; else it must not be called.
    mutating func receiveSelection() -> TagReadStep
    /// What was read until now, also when the reading failed; nil before the first answer.
    var memory: TagContents.Memory? { get }
}

/// How much of a tag is read.
public enum ReadingDepth: String, Hashable, Codable, Sendable {
    /// The message with as few commands as its size demands, as a phone does.
    case message
    /// All of the data area, lock bytes and the chip's version too, for people and for checks.
    ///
    /// Commands that a tag may refuse come last, and a refusal does not spoil the reading; each is tried twice.
    case everything
}

/// The reader that fits a tag, chosen by the platform that the tag announces.
public struct TagReader: TagReading {
    private var reader: any TagReading

    /// A reader for tags of the platform; nil when it is none that this rig reads (`TagPlatform.limits` says why).
    ///
    /// `uid` is what the tag showed at anticollision. With it the reader knows the first page of a Type 2 tag without
    /// reading it, and so notices when the memory ends before the data area does.
    public init?(for platform: TagPlatform, depth: ReadingDepth = .message, uid: [UInt8]? = nil) {
        switch platform {
        case .type2: reader = Type2Reader(depth: depth, uid: uid)
        case .type4, .type4AndNFCDEP: reader = Type4Reader(depth: depth)
        case .mifareClassic, .nfcDEP, .type1, .type3, .type5: return nil
        }
    }

    public mutating func begin() -> TagReadStep { reader.begin() }
    public mutating func receive(_ response: [UInt8]) -> TagReadStep { reader.receive(response) }
    public mutating func receiveNoAnswer() -> TagReadStep { reader.receiveNoAnswer() }
    public mutating func receiveSelection() -> TagReadStep { reader.receiveSelection() }
    public var memory: TagContents.Memory? { reader.memory }
}
