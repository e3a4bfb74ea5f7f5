public import Ground

/// What a person or a check wants to know of a tag that was read: size, use, protection, and what is doubtful.
///
/// What was not read is nil; a reading to the depth `everything` leaves little of that.
public struct TagFacts: Hashable, Codable, Sendable {
    /// How many bytes one command reads or writes at most.
    public struct BlockSizes: Hashable, Codable, Sendable {
        public let read: Int
        public let write: Int
    }

    public let platform: TagPlatform
    /// The chip, when it told its version; nil when it was not asked, refused, or is none of those known.
    public let chip: TagChip?
    /// Version of the specification as its capability container gives it, major in the high half.
    public let version: UInt8
    /// How many bytes the data area (Type 2) or the NDEF file (Type 4) has.
    public let areaSize: Int
    /// The longest message in bytes that fits where the message stands.
    public let capacity: Int
    /// How many bytes the NDEF TLV or NLEN gives the message.
    public let used: Int
    /// How many of these the records take; nil when there is none or it is malformed.
    public let messageEnd: Int?
    /// What keeps the message from being changed.
    public let protection: Protection
    /// The lock bytes of a Type 2 tag as far as they were read.
    public let locks: Type2Locks?
    /// The TLV blocks of a Type 2 tag as far as they were seen.
    public let blocks: [Type2Block]
    /// The files that a Type 4 tag's container names, as far as it was read.
    public let files: [Type4Image.File]
    /// MLe and MLc of a Type 4 tag.
    public let blockSizes: BlockSizes?
    /// What the reader noticed, and what these facts show.
    public let findings: [Finding]

    /// How many bytes more the message may have.
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

    /// What the two kinds of tags are asked for.
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
