public import Ground

/// Reads the NDEF message of a tag, one command at a time.
public protocol TagReading: Sendable {
    /// Returns the first command, restarting a reading in progress.
    mutating func begin() -> TagReadStep
    /// Takes the tag's answer to the last command, without checksum, and returns the next step.
    mutating func receive(_ response: [UInt8]) -> TagReadStep
    /// Records that the last command received no answer.
    ///
    /// The NAK of a Type 2 tag may appear as silence too; it is unknown what a real PN532 reports for it (nfc.md,
    /// Q9) [U].
    mutating func receiveNoAnswer() -> TagReadStep
    /// Records that the tag was selected again, as requested by `selectAgain`; must not be called otherwise.
    mutating func receiveSelection() -> TagReadStep
    /// The memory read so far, even if reading failed; nil before the first answer.
    var memory: TagContents.Memory? { get }
}

/// The extent of a reading.
public enum ReadingDepth: String, Hashable, Codable, Sendable {
    /// The message, with the minimum number of commands for its size, as a phone does.
    case message
    /// The entire data area, the lock bytes and the chip's version as well, for people and for checks.
    ///
    /// Commands that a tag may refuse come last and do not fail the reading; each is tried twice.
    case everything
}

/// A reader for a tag, chosen by the platform that the tag announces.
public struct TagReader: TagReading {
    private var reader: any TagReading

    /// Creates a reader for tags of the platform; returns nil if this rig does not read them (`TagPlatform.limits`
    /// gives the reason).
    ///
    /// `uid` is the tag's UID from anticollision. It gives the reader the first page of a Type 2 tag without reading
    /// it, which lets it detect memory that ends before the data area does.
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

/// The next step of a tag reader.
public enum TagReadStep: Hashable, Sendable {
    /// Send this to the tag; the reader chip adds the checksum.
    case command([UInt8])
    /// Select the tag again; report a tag that is still present through `receiveSelection`.
    ///
    /// A tag may refuse an optional command, and some readers see the refusal as silence, like a transmission error
    /// or a tag that is gone. A refusal is therefore accepted only if it repeats on a tag that is still present.
    case selectAgain
    case finished(TagContents)
    case failed(TagReadFailure)
}

/// The reason why a tag could not be read.
public enum TagReadFailure: Error, Hashable, Sendable {
    /// The tag did not answer a command: it was moved away, or it refused.
    case noAnswer(to: [UInt8])
    /// A working tag that does not contain NDEF.
    case notNDEF(String)
    /// The tag's data requires a later version of the specification; carries the version byte from the tag.
    case unsupportedVersion(UInt8)
    /// The tag denies readers access to its data.
    case accessDenied(String)
    /// The tag refused a command with a status word.
    case refused(StatusWord, to: [UInt8])
    /// The tag's contents or answer violate the specification; the offset is relative to `part`.
    case malformed(Malformed, part: TagPart)
    /// Legal, but not supported by this reader.
    case unsupported(String)
}

/// A part of a tag, or of the exchange with it, to which offsets are relative.
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
    /// The tag's description of its memory.
    public enum Capability: Hashable, Codable, Sendable {
        case type2(capability: Type2Capability)
        case type4(capability: Type4Capability)
    }

    /// Data read in addition to the message, for people and checks.
    public enum Memory: Hashable, Sendable {
        case type2(Type2Image)
        case type4(Type4Image)
    }

    public let capability: Capability
    /// The undecoded NDEF message; nil if the tag is blank.
    public let message: [UInt8]?
    /// The part of the memory that was read; nil for contents not made by a reader.
    public let memory: Memory?
    /// The reader's findings; `TagFacts` adds more.
    public let findings: [Finding]

    /// The memory is not encoded, because the frames in which it was read contain its bytes.
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
