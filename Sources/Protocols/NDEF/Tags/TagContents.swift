public import Ground

/// A tag that has been read.
public struct TagContents: Hashable, Sendable {
    /// What the tag says about its memory.
    public enum Capability: Hashable, Sendable {
        case type2(Type2Capability)
        case type4(Type4Capability)
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
