public import Ground

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

/// What a tag reader wants next.
public enum TagReadStep: Hashable, Sendable {
    /// Send this to the tag; the check sum is the reader chip's business.
    case command([UInt8])
    /// Select the tag again: one that is still there is told with `receiveSelection`.
    ///
    /// What a tag need not know it may refuse, and it does so by silence to some readers, like a glitch on the air and
    /// like a tag that is gone. So a refusal is one when it comes again on a tag that is there.
    case selectAgain
    case finished(TagContents)
    case failed(TagReadFailure)
}

/// Why a tag could not be read.
public enum TagReadFailure: Error, Hashable, Sendable {
    /// The tag did not answer a command: it was moved away, or it refused.
    case noAnswer(to: [UInt8])
    /// A good tag that does not hold NDEF.
    case notNDEF(String)
    /// The tag's data is made for a later version of the specification; the byte as it stands on the tag.
    case unsupportedVersion(UInt8)
    /// The tag keeps its data from readers.
    case accessDenied(String)
    /// The tag refused a command with a status word.
    case refused(StatusWord, to: [UInt8])
    /// What the tag holds or answers is against the specification; the offset counts in `part`.
    case malformed(Malformed, part: TagPart)
    /// Legal, but more than this reader can do.
    case unsupported(String)
}

/// A part of a tag, or of the talk with it, in which offsets count.
public enum TagPart: Hashable, Sendable {
    case capabilityContainer
    case dataArea
    case ndefFile
    case answer(to: [UInt8])
}

extension TagPart: CustomStringConvertible {
    public var description: String {
        switch self {
        case .capabilityContainer: "capability container"
        case .dataArea: "data area"
        case .ndefFile: "NDEF file"
        case .answer(let command): "answer to \(command.hex)"
        }
    }
}

extension TagReadFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noAnswer(let command): "the tag did not answer \(command.hex): was it moved away while it was read?"
        case .notNDEF(let reason): "the tag holds no NDEF: \(reason)"
        case .unsupportedVersion(let version):
            "the tag follows version \(version >> 4).\(version & 0x0F), which this reader does not know"
        case .accessDenied(let reason): "the tag does not let itself be read: \(reason)"
        case .refused(let status, let command): "the tag refused \(command.hex) with \(status)"
        case .malformed(let malformed, let part): "\(part), \(malformed)"
        case .unsupported(let reason): reason
        }
    }
}

/// A tag that has been read.
public struct TagContents: Hashable, Codable, Sendable {
    /// What the tag says about its memory.
    public enum Capability: Hashable, Codable, Sendable {
        case type2(capability: Type2Capability)
        case type4(capability: Type4Capability)
    }

    /// What was read beside the message, for people and checks.
    public enum Memory: Hashable, Sendable {
        case type2(Type2Image)
        case type4(Type4Image)
    }

    public let capability: Capability
    /// The NDEF message, not yet decoded; nil when the tag is blank.
    public let message: [UInt8]?
    /// As much of the memory as was read; nil in contents that no reader made.
    public let memory: Memory?
    /// What the reader noticed on its way; `TagFacts` finds more.
    public let findings: [Finding]

    /// The memory is not encoded: the frames with which it was read hold its bytes.
    private enum CodingKeys: CodingKey {
        case capability, message, findings
    }

    public init(
        from decoder: any Decoder
    ) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        capability = try container.decode(Capability.self, forKey: .capability)
        message = try container.decodeIfPresent([UInt8].self, forKey: .message)
        findings = try container.decode([Finding].self, forKey: .findings)
        memory = nil
    }

    public init(
        capability: Capability, message: [UInt8]?, memory: Memory? = nil, findings: [Finding] = []
    ) {
        self.capability = capability
        self.message = message
        self.memory = memory
        self.findings = findings
    }

    public var platform: TagPlatform {
        switch capability {
        case .type2: .type2
        case .type4: .type4
        }
    }
}
