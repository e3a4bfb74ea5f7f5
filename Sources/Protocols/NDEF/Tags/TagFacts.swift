public import Ground

/// The properties of a tag that was read: size, use, protection, and findings.
///
/// Whatever was not read is nil; reading at depth `everything` leaves little of that.
public struct TagFacts: Hashable, Codable, Sendable {
    /// The maximum number of bytes per read and write command.
    public struct BlockSizes: Hashable, Codable, Sendable {
        public let read: Int
        public let write: Int
    }

    public let platform: TagPlatform
    /// The chip according to its version; nil if the version was not requested, was refused or is unknown.
    public let chip: TagChip?
    /// The version of the specification in its capability container, with the major version in the high half.
    public let version: UInt8
    /// The size in bytes of the data area (Type 2) or the NDEF file (Type 4).
    public let areaSize: Int
    /// The maximum length in bytes of a message at the current message's position.
    public let capacity: Int
    /// The length of the message in bytes, according to the NDEF TLV or NLEN.
    public let used: Int
    /// The number of these bytes that the records take; nil if there is no message or it is malformed.
    public let messageEnd: Int?
    /// The protection of the message against changes.
    public let protection: Protection
    /// The lock bytes of a Type 2 tag that were read.
    public let locks: Type2Locks?
    /// The TLV blocks found on a Type 2 tag.
    public let blocks: [Type2Block]
    /// The files listed in the part of a Type 4 tag's container that was read.
    public let files: [Type4Image.File]
    /// MLe and MLc of a Type 4 tag.
    public let blockSizes: BlockSizes?
    /// The reader's findings, and those derived from these facts.
    public let findings: [Finding]

    /// The number of bytes by which the message may grow.
    public var free: Int { max(0, capacity - used) }
    public var isBlank: Bool { used == 0 }

    public init(_ contents: TagContents) {
        let survey: Survey
        switch contents.capability {
        case .type2(let capability): survey = Survey(capability, contents)
        case .type4(let capability): survey = Survey(capability, contents)
        }
        platform = contents.platform
        chip = survey.chip
        version = survey.version
        areaSize = survey.areaSize
        capacity = survey.capacity
        used = contents.message?.count ?? 0
        protection = survey.protection
        locks = survey.locks
        blocks = survey.blocks
        files = survey.files
        blockSizes = survey.blockSizes
        var findings = contents.findings + survey.findings
        var end: Int?
        if let message = contents.message {
            do throws(Malformed) { end = try NDEFMessage(decoding: message).size } catch {
                findings.append(Finding("ndef.message", error, in: "NDEF message"))
            }
        }
        messageEnd = end
        if let end, end < used {
            findings.append(
                Finding(
                    "ndef.message", .warning,
                    "the tag gives the message \(used) bytes, its records take \(end): people report that Android opens"
                        + " such tags and iPhones do not", offset: end))
        }
        self.findings = findings
    }

    /// The properties determined for both kinds of tags.
    struct Survey {
        var chip: TagChip?
        var version: UInt8
        var areaSize: Int
        var capacity = 0
        var protection = Protection(.writable)
        var locks: Type2Locks?
        var blocks: [Type2Block] = []
        var files: [Type4Image.File] = []
        var blockSizes: BlockSizes?
        var findings: [Finding] = []
    }
}
