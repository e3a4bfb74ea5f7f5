public import Ground

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
