public import Ground

/// What a tag reader wants next.
public enum TagReadStep: Hashable, Sendable {
    /// Send this to the tag; the check sum is the reader chip's business.
    case command([UInt8])
    case finished(TagContents)
    case failed(TagReadFailure)
}

/// A tag that has been read.
public struct TagContents: Hashable, Sendable {
    /// What the tag says about its memory.
    public enum Capability: Hashable, Sendable {
        case type2(Type2Capability)
        case type4(Type4Capability)
    }

    public let capability: Capability
    /// The NDEF message, not yet decoded; nil when the tag is blank.
    public let message: [UInt8]?
    public let findings: [Finding]

    public init(capability: Capability, message: [UInt8]?, findings: [Finding] = []) {
        self.capability = capability
        self.message = message
        self.findings = findings
    }

    public var platform: TagPlatform {
        switch capability {
        case .type2: .type2
        case .type4: .type4
        }
    }
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
    case malformed(Malformed, part: String)
    /// Legal, but more than this reader can do.
    case unsupported(String)
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

/// The two bytes at the end of every answer of a Type 4 tag (ISO 7816-4).
public struct StatusWord: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let success = StatusWord(rawValue: 0x9000)
    public static let endOfFile = StatusWord(rawValue: 0x6282)
    public static let wrongLength = StatusWord(rawValue: 0x6700)
    public static let securityNotSatisfied = StatusWord(rawValue: 0x6982)
    public static let noFileSelected = StatusWord(rawValue: 0x6986)
    public static let fileNotFound = StatusWord(rawValue: 0x6A82)
    public static let wrongParameters = StatusWord(rawValue: 0x6A86)
    public static let wrongOffset = StatusWord(rawValue: 0x6B00)
    public static let unknownInstruction = StatusWord(rawValue: 0x6D00)
    public static let unknownClass = StatusWord(rawValue: 0x6E00)
}

extension StatusWord: CustomStringConvertible {
    public var description: String {
        let digits = String(rawValue.hexadecimal.dropFirst(2))
        return name.map { "\(digits) (\($0))" } ?? digits
    }

    private var name: String? {
        switch self {
        case .success: "success"
        case .endOfFile: "end of file"
        case .wrongLength: "wrong length"
        case .securityNotSatisfied: "security status not satisfied"
        case .noFileSelected: "no file is selected"
        case .fileNotFound: "file or application not found"
        case .wrongParameters: "wrong parameters"
        case .wrongOffset: "offset outside the file"
        case .unknownInstruction: "unknown instruction"
        case .unknownClass: "unknown class"
        default: nil
        }
    }
}
