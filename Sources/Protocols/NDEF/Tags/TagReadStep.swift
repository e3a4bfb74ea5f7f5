public import Ground

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
